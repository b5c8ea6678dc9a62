import { UPLOAD_TYPES } from "@swath/contract/uploads";

const SERVER = `  --server URL        the server, with https://; by default what SWATH_SERVER says`;
const INDENT = " ".repeat(22);
const TYPES = Array.from({ length: Math.ceil(UPLOAD_TYPES.length / 3) }, (_, row) =>
  UPLOAD_TYPES.slice(3 * row, 3 * row + 3).join(", "),
).join(`,\n${INDENT}`);
const OF_A_FOLDER = `  --flight FL000123   the flight; by default that of the folder's name
  --type TYPE         which upload, where the flight has several, by its type:
${INDENT}${TYPES}
  --sensor NAME       of which sensor, where the flight has several
${SERVER}`;

const COMMANDS = {
  upload: `Uploads a flight folder, and waits until its data is ready.

  swath upload FOLDER [options]

${OF_A_FOLDER}
  --yes               accepts the warnings of the folder's validation, and an update, unasked
  --take-over         resumes here an upload of yours that another program or browser sends,
                      which stops
  --follow-links      follows links that lead out of the folder; without it they are named and left out
  --update            adds to data of yours that is ready, and replaces files of it; it first says what
                      is new, what replaces a stored file and what is unchanged (same size and time of
                      change), and leaves the unchanged out
  --compare           with --update: unchanged is what has the same content
  --all               with --update: sends the unchanged, too
  --limit RATE        keeps what is sent within a rate, as 2MB/s or 500kB/s; 2MB/s@08:00-18:00 does so
                      between these times of the local day alone`,
  receipt: `Saves the signed receipt of a folder's upload: the list of its files, by which a drive is compared
before it is wiped. Of FOLDER it needs nothing but the name.

  swath receipt FOLDER [options]

${OF_A_FOLDER}
  --save FILE         the receipt's file, which must not exist; by default it is named after the flight`,
  compare: `Compares every file of FOLDER with the stored one, by names, sizes and content, before its
drive is wiped, and names what differs. Exits 0 where all is equal, 1 where something differs.

  swath compare FOLDER [options]

${OF_A_FOLDER}
  --follow-links      follows links that lead out of the folder; without it they are named as different`,
  verify: `Has the server read all stored files again, compare them with what was sealed and name what is
damaged. Of FOLDER it needs nothing but the name; Ctrl-C leaves the server reading.

  swath verify FOLDER [options]

${OF_A_FOLDER}
  --cancel            ends the reading that is under way`,
  download: `Saves the stored files of an upload below PLACE, each compared with what was sealed. Of FOLDER it
needs nothing but the name; the same command resumes with what is missing.

  swath download FOLDER --to PLACE [options]

  --to PLACE          the folder below which the files are saved
${OF_A_FOLDER}`,
  login: `Signs you in: shows an address and a code, which you enter in a browser of any device.

  swath login [options]

${SERVER}`,
  logout: `Ends the sign-in of this machine at a server.

  swath logout [options]

${SERVER}`,
} as const;

export type CommandName = keyof typeof COMMANDS;
export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

const EXITS = `Exits 0 (data ready, or done what was asked), 1 (failed), 2 (wrong call), 3 (folder blocked, or its
warnings not accepted), 4 (not signed in), 5 (paused: the same command resumes), 6 (nothing sent: the
flight has data, or somebody else uploads it), 130 (ended at once by a second Ctrl-C).`;

/** The commands that there are. */
export const USAGE = `Uploads and downloads flight folders without a browser, and saves their receipts.

  swath upload FOLDER                uploads a folder
  swath receipt FOLDER               saves the receipt of its upload
  swath compare FOLDER               compares the folder with the stored files, before its drive is wiped
  swath verify FOLDER                has the server read the stored files again
  swath download FOLDER --to PLACE   saves the stored files
  swath login                        signs you in
  swath logout                       ends the sign-in

swath COMMAND --help says what a command takes. The server is that of SWATH_SERVER, or of --server URL.

${EXITS}`;

/** How a command is called, or all of them. */
export const helpOf = (name: CommandName | undefined): string =>
  name === undefined ? USAGE : `${COMMANDS[name]}\n\n${EXITS}`;
