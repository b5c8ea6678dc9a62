import { expect, test } from "vitest";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import { AccessTokens } from "./access-tokens.ts";
import type { KeepToken, Tokens } from "./device-provider.ts";
import type { Kept } from "./saved-sign-in.ts";

const settings = { issuer: "https://provider.example", clientId: "programs" };

/** A provider that honours each refresh token once. */
class Scene {
  now = 0;
  kept: Kept | undefined = { ...settings, refreshToken: "r0" };
  honoured = "r0";
  away = false;
  /** What comes with the refresh token fails its check. */
  refused = false;
  asked = 0;
  readonly events: string[] = [];
  #given = 0;

  async #give(keep: KeepToken): Promise<Tokens> {
    this.#given += 1;
    this.honoured = `r${this.#given}`;
    await keep(this.honoured);
    if (this.refused) throw new Error("not of this time");
    return { access: `a${this.#given}`, lifetime: 3_600 };
  }

  tokens(nobody?: () => CommandProblem): AccessTokens {
    return new AccessTokens({
      settings,
      nobody,
      now: () => this.now,
      show: () => void this.asked++,
      kept: {
        read: async () => this.kept,
        write: async (kept) => {
          this.kept = kept;
          this.events.push(`kept ${kept.refreshToken}`);
        },
        remove: async () => {
          this.kept = undefined;
        },
        alone: (task) => task(),
      },
      provider: {
        signIn: async (show, keep) => {
          show({ address: "https://provider.example/device", code: "ABCD" });
          return this.#give(keep);
        },
        renew: async (refreshToken, keep) => {
          if (this.away) throw new TypeError("fetch failed");
          this.events.push(`sent ${refreshToken}`);
          return refreshToken === this.honoured ? this.#give(keep) : "ended";
        },
      },
    });
  }
}

test("A1 a token is used until shortly before its end, and then renewed", async () => {
  const scene = new Scene();
  const tokens = scene.tokens();
  expect(await tokens.token()).toBe("a1");
  scene.now = 3_479_000;
  expect(await tokens.token()).toBe("a1");
  scene.now = 3_480_000;
  expect(await tokens.token()).toBe("a2");
  expect(scene.asked).toBe(0);
});

test("A2 a refused token is renewed, however young it seems; the newer one is not", async () => {
  const scene = new Scene();
  const tokens = scene.tokens();
  const refused = await tokens.token();
  expect(await tokens.after(refused)).toBe("a2");
  expect(await tokens.after(refused)).toBe("a2");
});

test("A3 calls that wait for a renewal share it", async () => {
  const scene = new Scene();
  const tokens = scene.tokens();
  expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(["a1", "a1"]);
  expect(scene.events).toEqual(["sent r0", "kept r1"]);
});

test("A4 every refresh token is kept before its access token is used", async () => {
  const scene = new Scene();
  const tokens = scene.tokens();
  await tokens.after(await tokens.token());
  expect(scene.events).toEqual(["sent r0", "kept r1", "sent r1", "kept r2"]);
  expect(scene.kept).toEqual({ ...settings, refreshToken: "r2" });
});

test("A4 a refresh token is kept although what came with it is refused", async () => {
  const scene = new Scene();
  scene.refused = true;
  const tokens = scene.tokens();
  await expect(tokens.token()).rejects.toThrow("not of this time");
  expect(scene.kept).toEqual({ ...settings, refreshToken: "r1" });
  scene.refused = false;
  expect(await tokens.token()).toBe("a2");
  expect(scene.asked).toBe(0);
});

test("A5 an ended sign-in asks the person, and the calls wait meanwhile", async () => {
  const scene = new Scene();
  scene.honoured = "another";
  expect(await scene.tokens().token()).toBe("a1");
  expect(scene.asked).toBe(1);
});

test("A5 where nobody can be asked, calls without a sign-in fail at once", async () => {
  const scene = new Scene();
  const tokens = scene.tokens(() => new CommandProblem(EXIT.signIn, "nobody"));
  expect(await tokens.token()).toBe("a1");
  scene.kept = undefined;
  await expect(tokens.after("a1")).rejects.toMatchObject({ exit: EXIT.signIn });
  expect(scene.asked).toBe(0);
  expect(await tokens.signIn()).toBe("a2");
});

test("A5 a provider that is away ends no sign-in", async () => {
  const scene = new Scene();
  const tokens = scene.tokens();
  scene.away = true;
  await expect(tokens.token()).rejects.toThrow(TypeError);
  expect(scene.kept).toBeDefined();
  scene.away = false;
  expect(await tokens.token()).toBe("a1");
  expect(scene.asked).toBe(0);
});

test("A6 a refresh token is sent to no other provider, and for no other client", async () => {
  for (const change of [{ issuer: "https://other.example" }, { clientId: "others" }]) {
    const scene = new Scene();
    scene.kept = { ...settings, refreshToken: "r0", ...change };
    await scene.tokens().token();
    expect(scene.events).toEqual(["kept r1"]);
    expect(scene.asked).toBe(1);
  }
});
