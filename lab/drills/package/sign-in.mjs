// Runs in the machine: signs the demonstration's crew in by `swath login`, as a person does in a browser.
import { spawn } from "node:child_process";

const [server] = process.argv.slice(2);
const jar = new Map();

/** Follows redirects with the cookies that they set; the last page, and its address. */
async function follow(address, init = {}) {
  for (let url = new URL(address), how = init, steps = 0; steps < 20; steps += 1) {
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...how, headers: { cookie }, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      jar.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) return { url, text: await answer.text() };
    url = new URL(next, url);
    how = {};
  }
  throw new Error("too many redirects");
}

const post = (url, fields) => follow(url, { method: "POST", body: new URLSearchParams(fields) });
const xsrfOf = ({ text }) => /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

async function enter(address, code) {
  const asked = await post(address, { xsrf: xsrfOf(await follow(address)), user_code: code });
  const { url } = await post(address, { xsrf: xsrfOf(asked), user_code: code, confirm: "yes" });
  await post(url, { login: "crew" });
}

// It shows a code to a terminal alone.
const command = `swath login --server ${server}`;
const login = spawn("script", ["-qefc", command, "/dev/null"], {
  stdio: ["ignore", "pipe", "inherit"],
});
let said = "";
login.stdout.on("data", (chunk) => {
  const before = said;
  said += chunk;
  const words = /open (\S+) .*enter the code (\S+)/s;
  const [, address, code] = words.exec(said) ?? [];
  if (code !== undefined && !words.test(before)) void enter(address, code.replace(/\W+$/, ""));
});
login.on("exit", (status) => {
  if (status !== 0) console.error(said);
  process.exit(status ?? 1);
});
