import { expect, test } from "vitest";
import { casey, MINUTE, sessionRig } from "./testing/session-rig.ts";

const SIGNED_IN = { status: "signedIn", identity: casey };
const interrupted = (cause: string) => ({ status: "interrupted", identity: casey, cause });

test("session/S7 a token's age is counted from when it was requested, by its lifetime alone", async () => {
  const { session, renew, time } = sessionRig();
  time.sleep(70 * MINUTE);
  await session.check();
  expect(await session.token()).toBe("token 1");
  expect(renew).toHaveBeenCalledTimes(1);
  time.sleep(30 * MINUTE);
  expect(await session.token()).toBe("token 2");
});

test("session/S8 a start without a server is unreachable after 5 s, or at the first failure", async () => {
  const silent = sessionRig("never");
  void silent.session.check();
  await silent.time.pass(4_999);
  expect(silent.session.getSnapshot()).toEqual({ status: "starting" });
  await silent.time.pass(1);
  expect(silent.session.getSnapshot()).toEqual({ status: "unreachable" });
  const refusing = sessionRig("throws");
  await refusing.session.check();
  expect(refusing.session.getSnapshot()).toEqual({ status: "unreachable" });
});

test("session/S8 it is tried every 10 s without end, and signs in by itself", async () => {
  const { session, renew, time } = sessionRig("failed", "failed", "failed", "failed", "throws");
  await session.check();
  await time.pass(49_999);
  expect(session.getSnapshot()).toEqual({ status: "unreachable" });
  expect(renew).toHaveBeenCalledTimes(5);
  await time.pass(1);
  expect(session.getSnapshot()).toEqual(SIGNED_IN);
});

test("session/S8 a start that the server refuses is signed out, not unreachable", async () => {
  const { session } = sessionRig("ended");
  await session.check();
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
});

test("session/S9 with unfinished work an outage interrupts, keeps a live token, and ends by itself", async () => {
  const { session, time, work, plan } = sessionRig();
  await session.check();
  work.exists = true;
  plan(...Array.from({ length: 9 }, () => "failed" as const));
  await time.pass(20 * MINUTE + 20_000);
  expect(session.getSnapshot()).toEqual(interrupted("unreachable"));
  expect(await session.token()).toBe("token 1");
  await time.pass(70_000);
  expect(session.getSnapshot()).toEqual(SIGNED_IN);
  expect(await session.token()).toBe("token 2");
});

test.each(["ended", "changed"] as const)(
  "session/S9 with unfinished work a session that is %s interrupts, sends no token, and goes on",
  async (outcome) => {
    const { session, renew, time, work, plan } = sessionRig();
    await session.check();
    work.exists = true;
    plan(outcome, outcome);
    expect(await session.tokenAfter("token 1")).toBeUndefined();
    expect(session.getSnapshot()).toEqual(interrupted(outcome));
    expect(await session.token()).toBeUndefined();
    expect(renew).toHaveBeenCalledTimes(2);
    await time.pass(30_000);
    expect(session.getSnapshot()).toEqual(interrupted(outcome));
    await time.pass(30_000);
    expect(session.getSnapshot()).toEqual(SIGNED_IN);
    expect(await session.token()).toBe("token 2");
  },
);

test("session/S9 when the work is done a lost session signs out", async () => {
  const { session, time, work, plan } = sessionRig();
  await session.check();
  work.exists = true;
  plan("ended", "ended");
  await session.tokenAfter("token 1");
  work.exists = false;
  await time.pass(30_000);
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
});

test("session/S10 each renewal after the first names the person", async () => {
  const { session, renew } = sessionRig();
  await session.check();
  await session.tokenAfter("token 1");
  expect(renew.mock.calls).toEqual([[undefined], ["crew"]]);
});

test("session/S10 another person's session is not taken over, not even from the sign-in page", async () => {
  const { session, renew, plan } = sessionRig();
  await session.check();
  plan("ended", "changed");
  await session.tokenAfter("token 1");
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
  void session.hear({ kind: "signedIn", subject: "leader" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(renew.mock.lastCall).toEqual(["crew"]);
  expect(session.getSnapshot()).toEqual({ status: "changed", identity: casey });
  expect(await session.token()).toBeUndefined();
});

test("session/S11 a sign-out in another tab ends this one at once, after what was under way", async () => {
  const { session, renew, plan, told } = sessionRig();
  await session.check();
  plan("renewed", "ended");
  const under = session.tokenAfter("token 1");
  void session.hear({ kind: "signedOut" });
  await under;
  await new Promise((resolve) => setImmediate(resolve));
  expect(renew).toHaveBeenCalledTimes(3);
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
  expect(told).toEqual([{ kind: "signedIn", subject: "crew" }, { kind: "signedOut" }]);
});

test("session/S11 two interrupted tabs do not tell each other without end", async () => {
  const { session, work, plan, told } = sessionRig();
  await session.check();
  work.exists = true;
  plan("ended", "ended", "ended");
  await session.tokenAfter("token 1");
  const before = told.length;
  void session.hear({ kind: "signedOut" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toHaveLength(before);
});

test("session/S11 a sign-in in another tab brings back the same person's at once", async () => {
  const { session, work, plan } = sessionRig();
  await session.check();
  work.exists = true;
  plan("ended");
  await session.tokenAfter("token 1");
  void session.hear({ kind: "signedIn", subject: "crew" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(session.getSnapshot()).toEqual(SIGNED_IN);
});

test("session/S11 waking confirms, at most every 5 s, and without an answer changes nothing", async () => {
  const { session, renew, time, plan } = sessionRig();
  await session.check();
  await session.confirm();
  expect(renew).toHaveBeenCalledTimes(1);
  plan("failed", "failed", "failed", "ended");
  for (let wakings = 0; wakings < 3; wakings += 1) {
    time.sleep(5_000);
    await session.confirm();
    expect(session.getSnapshot()).toEqual(SIGNED_IN);
    expect(await session.token()).toBe("token 1");
  }
  await session.confirm();
  expect(session.getSnapshot()).toEqual({ status: "signedOut" });
});
