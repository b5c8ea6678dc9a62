import Fastify from "fastify";
import { expect, test } from "vitest";
import { serveSecurityTxt } from "./security-txt.ts";

const ask = async (contact: string | undefined) => {
  const app = Fastify();
  const publicUrl = new URL("https://swath.example");
  serveSecurityTxt(app, { contact, publicUrl, clock: () => new Date("2026-11-22T00:00:00Z") });
  return app.inject("/.well-known/security.txt");
};

test("says whom to tell of a vulnerability, for less than a year", async () => {
  const reply = await ask("mailto:security@survey.example");
  expect(reply.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(reply.body.split("\n")).toEqual([
    "Contact: mailto:security@survey.example",
    "Expires: 2027-05-21T00:00:00.000Z",
    "Preferred-Languages: en",
    "Canonical: https://swath.example/.well-known/security.txt",
    "",
  ]);
});

test("without a contact there is none", async () => {
  expect((await ask(undefined)).statusCode).toBe(404);
});
