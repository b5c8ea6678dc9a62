// What a command of npm says of itself: the comment at the head of its file. Runs on Node 20 and newer.
import { readFileSync } from "node:fs";

/** The comment at the head of a file; undefined where it has none. */
function headOf(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const head = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ""));
  return head.length === 0 ? undefined : head.join("\n");
}

/** Whether words ask how a command is called; what stands behind `--` is the command's own. */
export function asksForHelp(words) {
  const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  return own.includes("--help") || own.includes("-h");
}

/** Answers words that ask for help, and ends; returns where there is something else to do. */
export function answerHelp(file, words) {
  const head = asksForHelp(words) ? headOf(file) : undefined;
  if (head === undefined) return;
  console.log(head);
  process.exit();
}
