import { hashFile } from "./hash-file.ts";
import { ObjectAssembly } from "./object-assembly.ts";
import type { ReadMessage } from "./read-messages.ts";
import { type Served, serveCalls } from "./worker-calls.ts";
import { wireDigest, wireHasher } from "./wire-hasher.ts";

const assemblies = new Map<number, Promise<ObjectAssembly>>();

function assembly(object: number): Promise<ObjectAssembly> {
  const found = assemblies.get(object);
  if (found === undefined) throw new Error(`object ${object} is not open`);
  return found;
}

async function read(object: number): Promise<Served> {
  const value = await (await assembly(object)).read();
  if ("unreadable" in value) return { value };
  return { value, transfer: [...new Set(value.pieces.map(({ bytes }) => bytes.buffer))] };
}

async function handle(message: ReadMessage): Promise<Served> {
  switch (message.do) {
    case "open":
      assemblies.set(message.object, ObjectAssembly.create(message.runs, message.wire));
      return { value: undefined };
    case "read":
      return read(message.object);
    case "keep":
      (await assembly(message.object)).keep(message.frames);
      return { value: undefined };
    case "seal":
      return { value: (await assembly(message.object)).seal() };
    case "close":
      (await assembly(message.object)).close();
      assemblies.delete(message.object);
      return { value: undefined };
    case "whole":
      return { value: await hashFile(message.file, message.path, message.wire) };
    case "bytes":
      return { value: wireDigest((await wireHasher(message.wire)).update(message.bytes)) };
    default:
      throw new Error(`unknown: ${JSON.stringify(message satisfies never)}`);
  }
}

serveCalls((body) => handle(body as ReadMessage));
