import { expect, test, vi } from "vitest";
import { casey, MINUTE, sessionRig } from "./testing/session-rig.ts";

test("a start signs in, and keeps the token until it is near its end", async () => {
  const { session, renew } = sessionRig();
  expect(session.getSnapshot()).toEqual({ status: "starting" });
  await session.check();
  expect(session.getSnapshot()).toEqual({ status: "signedIn", identity: casey });
  expect(await session.token()).toBe("token 1");
  expect(renew).toHaveBeenCalledTimes(1);
});

test("session/S1 session/S2 its expiry is compared every 10 minutes and it is renewed within 660 s of its expiry", async () => {
  const { session, renew, time } = sessionRig();
  await session.check();
  await time.pass(10 * MINUTE);
  expect(renew).toHaveBeenCalledTimes(1);
  await time.pass(10 * MINUTE - 1);
  expect(renew).toHaveBeenCalledTimes(1);
  await time.pass(1);
  expect(renew).toHaveBeenCalledTimes(2);
  expect(await session.token()).toBe("token 2");
});

test("session/S1 waking after a night renews before anything is sent", async () => {
  const { session, renew, time } = sessionRig();
  await session.check();
  time.sleep(8 * 60 * MINUTE);
  await session.check();
  expect(renew).toHaveBeenCalledTimes(2);
  expect(await session.token()).toBe("token 2");
});

test("session/S3 a failure is tried again after 10 s, and a success forgets it", async () => {
  const { session, renew, time } = sessionRig("failed", "throws");
  await session.check();
  expect(session.getSnapshot().status).toBe("unreachable");
  await time.pass(9_999);
  expect(renew).toHaveBeenCalledTimes(1);
  await time.pass(10_001);
  expect(renew).toHaveBeenCalledTimes(3);
  expect(session.getSnapshot().status).toBe("signedIn");
});

test("session/S3 the third failure in a row signs out", async () => {
  const { session, renew, time } = sessionRig("renewed", "failed", "failed", "failed");
  await session.check();
  await time.pass(20 * MINUTE + 19_999);
  expect(session.getSnapshot().status).toBe("signedIn");
  await time.pass(1);
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
  await time.pass(60 * MINUTE);
  expect(renew).toHaveBeenCalledTimes(4);
  expect(await session.token()).toBeUndefined();
});

test("session/S3 calls that need a token do not use up the attempts", async () => {
  const { session, renew, time } = sessionRig("failed", "renewed");
  await session.check();
  expect(await session.token()).toBeUndefined();
  expect(await session.tokenAfter("old")).toBeUndefined();
  expect(renew).toHaveBeenCalledTimes(1);
  await time.pass(10_000);
  expect(await session.token()).toBe("token 1");
});

test("session/S4 a session that the server ended signs out at once", async () => {
  const { session, renew } = sessionRig("ended");
  const heard = vi.fn();
  session.subscribe(heard);
  await session.check();
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(await session.token()).toBeUndefined();
  expect(renew).toHaveBeenCalledTimes(1);
});

test("session/S5 many calls at once are one renewal", async () => {
  const { session, renew } = sessionRig();
  const tokens = await Promise.all([session.token(), session.token(), session.check()]);
  expect(tokens.slice(0, 2)).toEqual(["token 1", "token 1"]);
  expect(renew).toHaveBeenCalledTimes(1);
});

test("session/S6 a refused token is renewed once, however many calls it failed", async () => {
  const { session, renew } = sessionRig();
  await session.check();
  expect(await session.tokenAfter("token 1")).toBe("token 2");
  expect(await session.tokenAfter("token 1")).toBe("token 2");
  expect(renew).toHaveBeenCalledTimes(2);
});

test("a renewal that changes nothing about the user redraws nothing", async () => {
  const { session } = sessionRig();
  await session.check();
  const before = session.getSnapshot();
  await session.tokenAfter("token 1");
  expect(session.getSnapshot()).toBe(before);
});
