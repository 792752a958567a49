// The editor for programs: CodeMirror with the colours of ASP.

import {
  EditorState, EditorView, HighlightStyle, StreamLanguage, basicSetup, indentWithTab, keymap, setDiagnostics,
  syntaxHighlighting, tags,
} from "./codemirror.js";

const DIRECTIVE = /#(program|include|const|show|defined|external|minimize|maximize|script|end|heuristic|edge|project|theory)\b/;

const asp = StreamLanguage.define({
  name: "asp",
  startState: () => ({ block: false }),
  token(stream, state) {
    if (state.block || stream.match("%*")) {
      state.block = !stream.match(/.*?\*%/);
      if (state.block) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/%.*/)) return "comment";
    if (stream.eatSpace()) return null;
    if (stream.match(/"(?:[^"\\\n]|\\.)*"/)) return "string";
    if (stream.match(DIRECTIVE)) return "meta";
    if (stream.match(/#(count|sum\+?|min|max|true|false|inf|sup)\b|not\b/)) return "keyword";
    if (stream.match(/\d+/)) return "number";
    if (stream.match(/_*[A-Z][\w']*|_/)) return "variableName";
    if (stream.match(/_*[a-z][\w']*(?=\()/)) return "typeName";
    if (stream.match(/_*[a-z][\w']*/)) return "atom";
    if (stream.match(/:-|:~|\.\.|[<>=!]=?|[-+*/\\|?&~^]/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "%", block: { open: "%*", close: "*%" } } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: tags.meta, color: "var(--bad)" },
  { tag: tags.keyword, color: "var(--bad)", fontWeight: "600" },
  { tag: tags.variableName, color: "var(--accent)" },
  { tag: tags.typeName, fontWeight: "600" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", maxHeight: "32rem" },
  ".cm-scroller": { overflow: "auto", fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--quiet)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "#8882" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "#4a90d955 !important" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
});

/** Make an editor in an element; `changed` is called when somebody has typed. */
export function makeEditor(parent, changed) {
  let quiet = false;
  const view = new EditorView({
    parent,
    extensions: [
      basicSetup, EditorView.lineWrapping, keymap.of([indentWithTab]), asp, syntaxHighlighting(colours), theme, EditorState.tabSize.of(4),
      EditorView.contentAttributes.of({ "aria-label": "The rules as a program. Escape, then Tab leaves the editor." }),
      EditorView.updateListener.of(update => update.docChanged && !quiet && changed()),
    ],
  });
  view.scrollDOM.tabIndex = 0; // long lines are scrolled by keys, too
  const lineAt = number => view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
  return {
    text: () => view.state.doc.toString(),
    setText(text) {
      if (text === view.state.doc.toString()) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      quiet = false;
      view.scrollDOM.scrollTo(0, 0);
    },
    /** Mark lines: [{ line, column, text, severity }]. */
    setFaults(faults) {
      const marks = faults.map(({ line, column, text, severity }) => {
        const { from, to } = lineAt(line);
        const begin = Math.min(from + column - 1, to);
        return { from: begin === to ? from : begin, to, severity, message: text };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    goTo(number) {
      const { from } = lineAt(number);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
  };
}
