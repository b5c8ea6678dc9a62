import { expect, test } from "vitest";
import { factsDigest, personDigest, type SealedEntry } from "./entry-digests.ts";

const entry: SealedEntry = {
  id: 1,
  micros: "1",
  action: "upload.reset",
  actor: "person",
  subject: "crew",
  name: "Jörg",
  flight_id: "FL000001",
  upload_id: null,
  address: null,
  request_id: null,
  facts: "{}",
  person: null,
  owner: null,
  ordered_by: null,
};

test("a text that moves from one field to the next makes another hash, and so does null for none", () => {
  const moved = { ...entry, flight_id: "FL00000", upload_id: "1" };
  expect(factsDigest(moved)).not.toEqual(factsDigest(entry));
  expect(factsDigest({ ...entry, upload_id: "" })).not.toEqual(factsDigest(entry));
  expect(factsDigest({ ...entry, upload_id: "-" })).not.toEqual(factsDigest(entry));
});

test("facts do not tell whom an entry names, and the same person has another hash in each", () => {
  expect(factsDigest({ ...entry, name: "Ada" })).toEqual(factsDigest(entry));
  expect(personDigest(entry, "a")).not.toEqual(personDigest(entry, "b"));
});
