import { expect, test } from "vitest";
import { endpointFault, PUSH_SERVICES } from "./push-account.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://jmt17.google.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://db5p.notify.windows.com/w/?token=abc",
])("news goes to a push service that is known: %s", (address) => {
  expect(endpointFault(address, PUSH_SERVICES)).toBeUndefined();
});

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://evil.example/fcm.googleapis.com",
  "https://evilfcm.googleapis.com.evil.example/",
  "https://notfcm.googleapis.com@evil.example/",
  "https://user:word@fcm.googleapis.com/",
  "https://fcm.googleapis.com:8443/",
  "https://xfcm.googleapis.com/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://192.168.1.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://localhost/",
  "https://postgres.internal/",
  "https://fcm.googleapis.com.:443/",
  "file:///etc/passwd",
  "fcm.googleapis.com",
])("and to nothing else, least of all an address of the network behind: %s", (address) => {
  expect(endpointFault(address, PUSH_SERVICES)).toBeDefined();
});
