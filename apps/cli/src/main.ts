#!/usr/bin/env node
import { runProgram } from "./program.ts";
import { print, processTerminal } from "./terminal.ts";

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  terminal: processTerminal(),
  print,
});
