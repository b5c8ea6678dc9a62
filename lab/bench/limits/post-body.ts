import { request } from "node:http";

/** Posts JSON; answers the status, and the code of an error. */
export async function postBody(url: string, token: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": String(bytes.length),
    };
    const sent = request(url, { method: "POST", headers }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on("data", (piece: Buffer) => pieces.push(piece));
      reply.on("end", () => {
        const body = Buffer.concat(pieces).toString("utf8", 0, 2_000);
        resolve(`${reply.statusCode} ${/"code":"(\w+)"/.exec(body)?.[1] ?? ""}`);
      });
    });
    sent.on("error", reject);
    sent.end(bytes);
  });
}
