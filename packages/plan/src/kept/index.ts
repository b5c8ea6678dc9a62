export { keepWork, type KeptWork, readKept } from "./kept-work.ts";
