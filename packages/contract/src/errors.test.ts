import { expect, test } from "vitest";
import { AppError, errorBodySchema, isErrorCode } from "./errors.ts";

test("an error has the HTTP status of its code, its facts and its cause", () => {
  const cause = new Error("below");
  const error = new AppError("INVALID_TRANSITION", "no way", { from: "UPLOADING" }, { cause });
  expect(error).toMatchObject({
    name: "AppError",
    code: "INVALID_TRANSITION",
    status: 409,
    message: "no way",
    details: { from: "UPLOADING" },
    cause,
  });
  expect(new AppError("FLIGHT_NOT_FOUND", "none").details).toEqual({});
});

test("only the codes of the list are codes", () => {
  expect(isErrorCode("TOKEN_EXPIRED")).toBe(true);
  expect(isErrorCode("toString")).toBe(false);
  expect(isErrorCode("")).toBe(false);
});

test("the body of an error has a code, a message, facts and a request id", () => {
  const body = { code: "INTERNAL", message: "sorry", details: { a: 1 }, requestId: "r1" };
  expect(errorBodySchema.parse(body)).toEqual(body);
  expect(errorBodySchema.safeParse({ ...body, requestId: undefined }).success).toBe(false);
});
