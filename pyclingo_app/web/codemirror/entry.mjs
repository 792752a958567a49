// What the page takes of CodeMirror; README.md says how it is bundled.
export { EditorView, basicSetup } from "codemirror";
export { EditorState, Transaction } from "@codemirror/state";
export { keymap } from "@codemirror/view";
export { indentWithTab } from "@codemirror/commands";
export { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { setDiagnostics } from "@codemirror/lint";
export { tags } from "@lezer/highlight";
