import { expect, test } from "vitest";
import { PostMeter } from "./post-meter.ts";

const request = (path: string, body: string): Buffer =>
  Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

test("bodies of posts are counted however they are cut, and those of calls are not", () => {
  const meter = new PostMeter();
  const connection = meter.connection();
  const all = Buffer.concat([
    request("/store/uploads", "12345"),
    request("/api/main/upload_auth", "1234567"),
    request("/store/uploads", "123"),
  ]);
  for (let at = 0; at < all.length; at += 3) connection.up(all.subarray(at, at + 3));
  expect(meter).toMatchObject({ posts: 2, passed: 8, longest: 5 });
});

test("a post is under way from its head to its answer or the end of its connection", () => {
  const meter = new PostMeter();
  const [first, second] = [meter.connection(), meter.connection()];
  first.up(request("/store/uploads", "12345").subarray(0, -4));
  second.up(request("/store/uploads", "123"));
  expect(meter.takeMostUnderWay()).toBe(8);
  second.ended();
  meter.takeMostUnderWay();
  expect(meter.takeMostUnderWay()).toBe(5);
  first.ended();
  meter.takeMostUnderWay();
  expect(meter.takeMostUnderWay()).toBe(0);
  expect(meter.passed).toBe(4);
});
