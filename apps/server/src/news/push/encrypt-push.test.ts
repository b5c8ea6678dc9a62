import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { encryptPush } from "./encrypt-push.ts";

/** RFC 8291, appendix A. */
const VECTOR = {
  message: "When I grow up, I want to be a watermelon",
  serverKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  sealed:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("a message is sealed as RFC 8291 has it", () => {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(VECTOR.serverKey, "base64url"));
  const sealed = encryptPush(VECTOR.message, VECTOR, ecdh, Buffer.from(VECTOR.salt, "base64url"));
  expect(sealed.toString("base64url")).toBe(VECTOR.sealed);
});

test("keys and salt are new for each message", () => {
  const [one, other] = [encryptPush("x", VECTOR), encryptPush("x", VECTOR)];
  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(other.subarray(21, 86));
});

test("what is no point of the curve is refused", () => {
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString("base64url");
  expect(() => encryptPush("x", { ...VECTOR, p256dh })).toThrow();
});
