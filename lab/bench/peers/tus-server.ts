import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

// The peer: tus with its files in the folder given, at that address. Prints its port.
const [, , directory, host] = process.argv as [string, string, string, string];
const tus = new Server({
  path: "/tus",
  datastore: new FileStore({ directory }),
  respectForwardedHeaders: false,
});
const server = createServer((request, response) => {
  void tus.handle(request, response);
});
server.listen(0, host, () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(address.port);
});
