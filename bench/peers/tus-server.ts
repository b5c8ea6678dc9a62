import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

// The peer: tus over the same loopback, its files in the folder given. Prints its port.
const directory = process.argv[2]!;
const tus = new Server({
  path: "/tus",
  datastore: new FileStore({ directory }),
  respectForwardedHeaders: false,
});
const server = createServer((request, response) => {
  void tus.handle(request, response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(address.port);
});
