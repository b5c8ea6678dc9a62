/** Characters of a message that are read; whatever follows tells nothing apart. */
const MOST_READ = 4_000;
/** Characters of a normalised message. */
export const NORMALISED_LENGTH = 240;
const MOST_PASSES = 8;
/** A word longer than this is no word. */
const LONGEST_WORD = 120;

const REALLOC = /point buffer realloc/i;
const IGNORED = /no input specified/i;
/** Controls, marks of direction, and what has no width: none of them may hide or turn text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}]+/gu;

/** The start of a text that a program left, without what cannot be seen. */
export const visibleText = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll(INVISIBLE, " ").trim();

/**
 * A line of a failure as the summary has it (document 3, section 5), or undefined where it is left out.
 *
 * contract/F1 lines that say 'no input specified', and empty ones, are left out;
 * contract/F2 errors of a point buffer's realloc are truncated: its address and size differ with every
 * file, the failure does not.
 */
export function summaryLine(line: string): string | undefined {
  const text = line.trim();
  if (text === "" || IGNORED.test(text)) return undefined;
  const found = REALLOC.exec(text);
  return found === null ? text : text.slice(0, found.index + found[0].length);
}

/** Endings of the trade's files; other names count as files where a digit, `_` or `-` is in them. */
const FILE_ENDING =
  /\.(?:las|laz|copc|tiff?|jpe?g|png|iiq|raw|json|csv|txt|log|xml|kml|kmz|shp|dbf|prj|gpkg|geojson|sbet|out|pos|eo|tbl|res|lcp|zst|zip|gz|tar|tmp|bin|dat|rxp|sdf|cfg|ini|ply|vrt|pdf|html?)$/i;
const SOME_ENDING = /\.(?:[a-z][a-z0-9]{0,4}|[0-9]{3})$/i;
const LETTER = /\p{L}/u;
const MARKED = /[\p{Nd}_-]/u;

function isFile(word: string): boolean {
  if (FILE_ENDING.test(word)) return true;
  const base = word.replace(SOME_ENDING, "");
  return base !== word && LETTER.test(base) && MARKED.test(base);
}

function isPath(word: string): boolean {
  const separators = word.split(/[/\\]/);
  if (separators.length === 1) return false;
  if (/^(?:~|\.{1,2}|[a-z]:|s3:)?[/\\]/i.test(word)) return true;
  return separators.length > 2 || isFile(separators.at(-1)!);
}

const KNOWN_ID = /^(?:FL|SL|PRJ)[0-9]{5,6}(?:[_-][^ ]*)?$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEXADECIMAL = /^[0-9a-f]{8,}$/i;
/** Of letters and digits alike, as checksums and tokens are. */
const TOKEN = /^(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])[a-z0-9+=]{20,}$/i;

const isId = (word: string): boolean =>
  KNOWN_ID.test(word) ||
  UUID.test(word) ||
  (HEXADECIMAL.test(word) && /[0-9]/.test(word) && /[a-f]/i.test(word)) ||
  TOKEN.test(word);

const isAddress = (word: string): boolean =>
  /^0x[0-9a-f]+$/i.test(word) ||
  /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(word) ||
  /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5})?$/.test(word) ||
  /^[^@]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}$/i.test(word);

const isTime = (word: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T_][0-9:.,]{2,18}(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i.test(word) ||
  /^[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?Z?$/.test(word) ||
  /^[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{4}$/.test(word);

const WHOLE_NUMBER = /^[+-]?\p{Nd}+(?:[.,]\p{Nd}+)*(?:e[+-]?\p{Nd}+)?$/iu;

/** What a word as a whole is, where that differs from run to run. */
function placeholderOf(word: string): string | undefined {
  if (isTime(word)) return "<time>";
  if (isAddress(word)) return "<address>";
  if (isPath(word) || isFile(word)) return "<file>";
  if (isId(word)) return "<id>";
  if (WHOLE_NUMBER.test(word)) return "<n>";
  return word.length > LONGEST_WORD ? "<id>" : undefined;
}

const NUMBER = /(?:(?<![\p{L}\p{Nd}])[+-])?\p{Nd}+(?:[.,]\p{Nd}+)*(?:e[+-]?\p{Nd}+)?/giu;
const numbersOut = (word: string): string => word.replaceAll(NUMBER, "<n>");

/** Members of a list, `size=12`, `(12,13)`: each for itself. */
function partsOut(word: string): string {
  return word
    .split(/([=:,;|()[\]{}"'<>`])/)
    .map((part) => placeholderOf(part) ?? numbersOut(part))
    .join("");
}

const OPENING = new Set("([{<\"'`«“‘");
const CLOSING = new Set(")]}>\"'`»”’.,;:!?…");

/** A word without the marks around it: counted one by one, a pattern would begin anew at each. */
function wordOut(word: string): string {
  let from = 0;
  while (OPENING.has(word.charAt(from))) from += 1;
  let to = word.length;
  while (to > from && CLOSING.has(word.charAt(to - 1))) to -= 1;
  const core = word.slice(from, to);
  return word.slice(0, from) + (placeholderOf(core) ?? partsOut(core)) + word.slice(to);
}

/** Exit codes and signals tell failures apart: `exited with code 137`. */
const CODE_AFTER = /^(?:code|status|signal|errno)$/i;
const CODE = /^[0-9]{1,5}[.,;:)]?$/;

function wordsOut(words: readonly string[]): string[] {
  return words.map((word, index) =>
    CODE_AFTER.test(words[index - 1] ?? "") && CODE.test(word) ? word : wordOut(word),
  );
}

const bare = (word: string | undefined): string => word?.replace(/[,;]$/, "") ?? "";

/** `<n>, <n> <n>`: how many there are differs too. */
function runsOut(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    const next = words[index + 1];
    return !(/^<(?:n|file|id|time|address)>$/.test(bare(word)) && bare(next) === bare(word));
  });
}

function cut(text: string): string {
  if (text.length <= NORMALISED_LENGTH) return text;
  const cutAt = text.lastIndexOf(" ", NORMALISED_LENGTH);
  return text.slice(0, cutAt > 0 ? cutAt : NORMALISED_LENGTH);
}

/**
 * What a message of a failure has in common with others of its kind: numbers, identifiers, paths and
 * names of files, times and addresses are replaced by placeholders, and what cannot be seen is left
 * out. Empty for a message that the summary leaves out (contract/F1).
 *
 * contract/N1 normalised once more it is the same;
 * contract/N2 it has up to {@link NORMALISED_LENGTH} characters, whatever is given;
 * contract/N3 it takes time in proportion to what is given, and of that reads a bounded part: words
 * are looked at one by one, by patterns that do not repeat what repeats.
 */
export function normaliseMessage(message: string): string {
  let text = onceOver(visibleText(message, MOST_READ));
  // What was put in may join what it stands between to something else.
  for (let pass = 1; pass < MOST_PASSES; pass += 1) {
    const next = onceOver(text);
    if (next === text) break;
    text = next;
  }
  return text;
}

function onceOver(text: string): string {
  const line = summaryLine(text);
  if (line === undefined) return "";
  const words = line.split(/\s+/).filter((word) => word !== "");
  return cut(runsOut(wordsOut(words)).join(" "));
}
