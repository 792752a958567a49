// The editor for programs: CodeMirror with the colours of ASP.

import {
  EditorState, EditorView, HighlightStyle, StreamLanguage, basicSetup, indentWithTab, keymap, setDiagnostics,
  syntaxHighlighting, tags, Transaction,
} from "./codemirror.js";
import { $ } from "./dom.js";

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

const PART = /^[ \t]*#program\s+(\w+)/;

/** The rules of a program, and what stands behind them: #show and the parts for the tool; null if it has no such parts. */
export function parted(text) {
  const lines = text.split("\n");
  const parts = lines.map(line => line.match(PART)?.[1]);
  const base = parts.lastIndexOf("base");
  let begin = parts.findIndex((name, k) => name && k > base);
  while (lines[begin - 1]?.startsWith("%")) begin--; // the comment directly above
  while (/^\s*(#show\b.*)?$/.test(lines[begin - 1] ?? ".")) begin--;
  while (lines[begin] === "") begin++;
  return begin > 0 ? [`${lines.slice(0, begin).join("\n")}\n`, lines.slice(begin).join("\n")] : [text, null];
}

/**
 * Make an editor in an element; `changed` is called when somebody has typed.  Its end is the end of the rules, so that a rule
 * that is added there is one: the parts behind them are folded away until they are wanted.
 */
export function makeEditor(parent, changed) {
  let folded = null; // those parts
  let faults = [];
  const unseen = Transaction.addToHistory.of(false); // what folds and unfolds is nothing to undo
  const extensions = [
    basicSetup, EditorView.lineWrapping, keymap.of([indentWithTab]), asp, syntaxHighlighting(colours), theme, EditorState.tabSize.of(4),
    EditorView.contentAttributes.of({ "aria-label": "The rules as a program. Escape, then Tab leaves the editor." }),
    EditorView.updateListener.of(update => {
      if (!update.docChanged || update.transactions.every(one => one.annotation(Transaction.addToHistory) === false)) return;
      const { from, to } = update.startState.selection.main;
      // A whole program in the place of all that was seen has those parts itself.
      if (from === 0 && to === update.startState.doc.length && parted(shown())[1]) folded = null;
      label();
      changed();
    }),
  ];
  const view = new EditorView({ parent, extensions });
  view.scrollDOM.tabIndex = 0; // long lines are scrolled by keys, too
  const shown = () => view.state.doc.toString();
  const above = () => (shown() && !shown().endsWith("\n") ? `${shown()}\n` : shown()); // with the end of its last line
  const text = () => (folded === null ? shown() : above() + folded);
  const firstFolded = () => (folded === null ? Infinity : above().split("\n").length);

  function label() {
    const parts = folded ?? parted(shown())[1];
    $("parts").hidden = parts === null;
    const names = (parts ?? "").split("\n").flatMap(line => line.match(PART)?.[1] ?? []);
    $("part-names").textContent = names.join(", ");
    $("fold").textContent = folded === null ? "Hide the other parts" : "Show the other parts";
    $("fold").ariaExpanded = folded === null;
  }

  function fold() {
    const [rules, parts] = parted(shown());
    view.dispatch({ changes: { from: rules.length, to: view.state.doc.length }, annotations: unseen });
    folded = parts;
    label();
  }

  function unfold() {
    view.dispatch({ changes: { from: view.state.doc.length, insert: text().slice(shown().length) }, annotations: unseen });
    folded = null;
    label();
    mark();
  }
  $("fold").onclick = () => (folded === null ? fold() : unfold());

  const lineAt = number => view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));

  /** Mark the faults in the lines that are seen; what is not expected right behind them shows that the last rule has no end. */
  function mark() {
    const marks = faults.filter(({ line }) => line <= firstFolded()).map(({ line, column, text, severity }) => {
      const { from, to } = line === firstFolded() ? view.state.doc.lineAt(shown().trimEnd().length) : lineAt(line);
      const begin = Math.min(from + column - 1, to);
      return { from: begin === to ? from : begin, to, severity: severity === "remark" ? "info" : severity, message: text };
    });
    view.dispatch(setDiagnostics(view.state, marks));
  }

  return {
    text,
    setText(whole) {
      if (whole === text()) return;
      let doc;
      [doc, folded] = parted(whole);
      view.setState(EditorState.create({ doc, extensions }));
      view.scrollDOM.scrollTo(0, 0);
      label();
    },
    /** Add a rule where the rules end, as if it had been typed there. */
    add(rule) {
      const rules = parted(text())[0];
      const from = rules.trimEnd().length;
      const to = Math.min(rules.length, view.state.doc.length);
      view.dispatch({ changes: { from, to, insert: `\n\n${rule}\n` }, selection: { anchor: from + 2 },
        effects: EditorView.scrollIntoView(from + 2, { y: "center" }) });
    },
    /** Mark lines: [{ line, column, text, severity }]. */
    setFaults(list) {
      faults = list;
      mark();
    },
    goTo(number) {
      if (number >= firstFolded()) unfold();
      const { from } = lineAt(number);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
  };
}
