import type { LazItem } from "../record-plan.ts";

/** A chunk of compressed points as LASzip 3.5 wrote it of {@link CHUNK_POINTS} planned records. */
interface LaszipChunk {
  readonly format: number;
  readonly items: readonly LazItem[];
  readonly base64: string;
}

export const CHUNK_POINTS = 24;

export const LASZIP_CHUNKS: readonly LaszipChunk[] = [
  {
    format: 10,
    items: [
      { type: 10, bytes: 30, version: 3 },
      { type: 12, bytes: 8, version: 3 },
      { type: 13, bytes: 29, version: 3 },
      { type: 14, bytes: 3, version: 3 },
    ],
    base64:
      "6AMAAHARAQAAAAAALAERCUIAnP8FAAAAAAAAAFlAAAAAAAABAAABPAAAAAAAAABAAAAAAAAoQQrXIzwK16O8AAAAAAAA/xgA" +
      "AABkAAAAKgAAABsAAAAVAAAAGwAAACEAAAAbAAAABQAAAHwAAAByAAAAHgAAAC4BAAAbAAAAGwAAABoAAAA4RG57zxKxH1za" +
      "r8yIrHLwuoFfaDlDULR4FY0qqr0639yo+4IeJJyg6OE3kn8MfGlsPOw/t5M7ocWDxzG+87w+W/Rah6yuVZHXZTDe+vdHuB1Y" +
      "Iy2hTxSpUDupcurMLYyzAAAARZsyHJjxsmU3Xw0X3AhKixvZZX+3uKCwGv/jt6/tQpwJ53T9PO0AAAAAAgIBQQDhAUEA4QFB" +
      "AOEBQQDhAUEA4QD/AAAAQAPfw/t/wA39f/w/t/wAwFvwAAAAWYeH0N8/hAFj2qcyDKgg//RtN1QmjyHeAAAAYuiuEjAf1/Hj" +
      "FFv29/qB9q3UoVPNQP+X5elwZmNNAAAAAAAAAAAAAAEBAICAgICAgYGBAQEBAQD/AAAACDZzAAA0HHjQ3BpmbcVWJ5/ni+yT" +
      "DxnpyPj5rUAKkRAeaQ60MiMa9SrGVwMS6gu0uerXvzDUL1Y06yydzP/2PWmIB3W1D7sCbqDU+HD733+S3MYuy0JtDoaRu5V3" +
      "JOZOK++5Kj9D+22Z1S6h+VuIX0qLnBPmOGRSOtir7nKhAAAAqiOh62PsjG83AuXbrZHRqZt0r2mBALT/AVrbbY6NzHu1++zG" +
      "xOpACCdnUuyQbDOXkP19xQjbYp9DaXE8JrTlmaF2iHDpGFAf99Hsv5XRDArY3eyMbzdGhni9xU7bYp9DaYEIFTwH/fv5S7aH" +
      "8UipAAAAQNAiauif/AB8IKU1rBOKo+8+SqQ/lAFZiO0OAAAAAkCcppEAmQJOK38ZYj7cc5Ecuir/nAkoq8/7wDdTZ5yCyO1z" +
      "eCCISrRg0aS2ybehMGi8mCoTiG9cSwPIAAMuAAAHvykmB2YFrvxrz8oaHJBuK7PBQAJYMNmxJmmwKM+nTYgFDPTgwDk028qg" +
      "oAOm/Ifu1eRcWT12DL6XxNgMDg72tYEXl/i5Zzh3HihUJI8KZ3fQAByMAABDCmKRkTHYSM6DQFkAAAAAACVYPxub/RZVdXTS" +
      "HwC0AAAAAAAG9r3Wsa0edVuyJzOhqXQ6sZ3PfcfcvW21Z7dTl59aQ1rhGbtG0O6pnKtIa59LmKEVQeodr8G933/CABTjAABd" +
      "o7eOp+nGGIS2XnAAAAAAAARwpN3dJEyn0vX5qaYho7Kp9AL5wch3gxNEV0Lb5+wAAAABAQCCgIB7gQAAAgGBefoDhICAAnl/" +
      "hQAAAAAAAQAAgvyAgH4BgH+CAP4AfoCA/4IA/gAAAAD////7A//8A/gH8gwB8gv0DAHyDAHyCoQAAA==",
  },
  {
    format: 10,
    items: [
      { type: 10, bytes: 30, version: 4 },
      { type: 12, bytes: 8, version: 4 },
      { type: 13, bytes: 29, version: 4 },
      { type: 14, bytes: 3, version: 4 },
    ],
    base64:
      "6AMAAHARAQAAAAAALAERCUIAnP8FAAAAAAAAAFlAAAAAAAABAAABPAAAAAAAAABAAAAAAAAoQQrXIzwK16O8AAAAAAAA/xgA" +
      "AABkAAAAKgAAABsAAAAVAAAAGwAAACEAAAAbAAAABQAAAHwAAABoAAAAHwAAACgBAAAbAAAAGwAAABoAAAA4RG57zxKxH1za" +
      "r8yIrHLwuoFfaDlDULR4FY0qqr0639yo+4IeJJyg6OE3kn8MfGlsPOw/t5M7ocWDxzG+87w+W/Rah6yuVZHXZTDe+vdHuB1Y" +
      "Iy2hTxSpUDupcurMLYyzAAAARZsyHJjxsmU3Xw0X3AhKixvZZX+3uKCwGv/jt6/tQpwJ53T9PO0AAAAAAgIBQQDhAUEA4QFB" +
      "AOEBQQDhAUEA4QD/AAAAQAPfw/t/wA39f/w/t/wAwFvwAAAAWYeH0N8/hAFj2qcyDKgg//RtN1QmjyHeAAAAYuiuEjAf1/Hj" +
      "FFv29/qB9q3UoVPNQP+X5elwZmNNAAAAAAAAAAAAAAEBAICAgICAgYGBAQEBAQD/AAAACDZzAAA0HHjQ3BpmbcVWJ5/ni+yT" +
      "DxnpyPj5rUAKkRAeaQ60MiMa9SrGVwMS6gu0uerXvzDUL1Y06yydzP/2PWmIB3W1D7sCbqDU+HD733+S3MYuy0JtDoaRu5V3" +
      "JOZOK++5Kj9D+22Z1S6h+VuIX0qLnBPmOGRSOtir7nKhAAAAqiOh62PsjG83AuXbrWXLt1sTaYEAtIgpki8tpbvy2m22Ke+5" +
      "dutiwKB/KnXl261ly7da2nLM0DApki9JD/fUWoo5fdBsqfl263q7HsrLpuXbrWXLt1waA/79XM1QKZIySIeD3AAAAABA0CJq" +
      "4aDoyfaDoAkJ5/jqcSsJGoF1apFoz4ojAAAAAkCcppEAmQJOK38ZYj7cc5Ecuir/nAkoq8/7wDdTZ5xnqvOG2Qrt745TB5pV" +
      "4anwWRH1XWUZb9nXhAAGrwAAEoQj9m4+SGdHpadUTqwAAAAAADWeZJLty1GIoCRFvgAAAAAAANnzY1ky8XNkurhtQTQ7hESQ" +
      "FzvLyO0lvvKOjB88f2oirrLITD8ZCPI0Qo8060pl+R81mLkdlAAMOwAAIcsbYyEgP7cGtA1Yx5tk5mgjU5ZSYVnyJV5VTTbk" +
      "xrMqJRbqzyYjd/WUqKlRgXut4pMmx+Ie1P3pwxgt3bjCGoGZzbMIHXnxLHsozvSV1JAAIhwABrYKSwf2EjtV3EKf7gAAAAAA" +
      "AI3JswZv/Sr/v8owMdphmZ39fQGKo3ZGNYg66oxGYe4AAAABAQCAgIV6eASBgAGBfYADAX4AAnp9A4EAAAAAAP//ggAA//8A" +
      "AAAAAAAAAAAAAAAAAAEAAAD////+//gH/gH2Cf/yBfoMAfYJ//IF+JAAAA==",
  },
  {
    format: 8,
    items: [
      { type: 10, bytes: 30, version: 4 },
      { type: 12, bytes: 8, version: 4 },
      { type: 14, bytes: 3, version: 4 },
    ],
    base64:
      "6AMAAHARAQAAAAAALAERCUIAnP8FAAAAAAAAAFlAAAAAAAABAAAAAP8YAAAAZAAAACoAAAAbAAAAFQAAABsAAAAhAAAAGwAA" +
      "AAUAAAB8AAAAaAAAAB8AAAAbAAAAGwAAABoAAAA4RG57zxKxH1zar8yIrHLwuoFfaDlDULR4FY0qqr0639yo+4IeJJyg6OE3" +
      "kn8MfGlsPOw/t5M7ocWDxzG+87w+W/Rah6yuVZHXZTDe+vdHuB1YIy2hTxSpUDupcurMLYyzAAAARZsyHJjxsmU3Xw0X3AhK" +
      "ixvZZX+3uKCwGv/jt6/tQpwJ53T9PO0AAAAAAgIBQQDhAUEA4QFBAOEBQQDhAUEA4QD/AAAAQAPfw/t/wA39f/w/t/wAwFvw" +
      "AAAAWYeH0N8/hAFj2qcyDKgg//RtN1QmjyHeAAAAYuiuEjAf1/HjFFv29/qB9q3UoVPNQP+X5elwZmNNAAAAAAAAAAAAAAEB" +
      "AICAgICAgYGBAQEBAQD/AAAACDZzAAA0HHjQ3BpmbcVWJ5/ni+yTDxnpyPj5rUAKkRAeaQ60MiMa9SrGVwMS6gu0uerXvzDU" +
      "L1Y06yydzP/2PWmIB3W1D7sCbqDU+HD733+S3MYuy0JtDoaRu5V3JOZOK++5Kj9D+22Z1S6h+VuIX0qLnBPmOGRSOtir7nKh" +
      "AAAAqiOh62PsjG83AuXbrWXLt1sTaYEAtIgpki8tpbvy2m22Ke+5dutiwKB/KnXl261ly7da2nLM0DApki9JD/fUWoo5fdBs" +
      "qfl263q7HsrLpuXbrWXLt1waA/79XM1QKZIySIeD3AAAAABA0CJq4aDoyfaDoAkJ5/jqcSsJGoF1apFoz4ojAAAAAQEAgICF" +
      "engEgYABgX2AAwF+AAJ6fQOBAAAAAAD//4IAAP//AAAAAAAAAAAAAAAAAAABAAAA/////v/4B/4B9gn/8gX6DAH2Cf/yBfiQ" +
      "AAA=",
  },
  {
    format: 5,
    items: [
      { type: 6, bytes: 20, version: 2 },
      { type: 7, bytes: 8, version: 2 },
      { type: 8, bytes: 6, version: 2 },
      { type: 9, bytes: 29, version: 1 },
      { type: 0, bytes: 3, version: 2 },
    ],
    base64:
      "6AMAAHARAQAAAAAALAGJAuwABQAAAAAAAABZQAAAAAAAAQE8AAAAAAAAAEAAAAAAAChBCtcjPArXo7wAAAAAAAD/8EXEJOuu" +
      "ccju7VQreqtWFcvnsvrcuJ7x3tuEMf4WpOqku9ArIVk0pekqICtKdMY/6KKpT1uW+qshDuwTCtG3i5mVtvwy3ieTOg7K0yvv" +
      "paqDEOLsHZDnpUGCppC9FYKGbEvpfKMKzT50jfC0TCsONgqXdpCeCM+PWd3AT9TiHoe8hauguJWFEjCmKe41bxRWsER7fgS0" +
      "mka1snPRi/iqnLNZzH9FUi3g8VG3y+/PlGN3AABeQAAA5YDNTx7ePlLQQjdHyRvp5drlvAKBm/iWUMPzrhXOYQAAAAAAARiZ" +
      "uDOLhBnDelRKVsTmu3j/3AiXzfLVbf77Q/86FpGcZR3KRqbinz9h6hknKyscLLjXRvR8vjfULsuKRpXc39kXFd8UT3S4nch2" +
      "NvoHZHFsCERL5KXuY5uZOjCnAjcGkP+UVG7MqXvSNBvkgcuqfGVtc66XgYvB8q4Sb9Kn3sadyXVUTdIM3QbxzrraDJ/c91SA" +
      "z91LiJyd1QUxT7rV7CrtoS/N0hmwkbM8ewDlRJAK11qnfc/4AAGsAAAGitCqgsAhQuJXnkq9HW6PlgBA0FxEny13+83t/L60" +
      "AAAAAAA0yxDfVJdvijPLe7neQOsTTZ1X1Vm+tjLvYZeubo9qIkGksMibaIyqiG6h8U48SEEp0cEyUIBbgHbCEHx5/CDelZZO" +
      "w6xXkvQgJgDetr32JsJeLAIg7PRNYFHhlO7zcHM750VsHKlqD8ga9mj+NFRJRzSUQTsexgXrVxriai7StSWJeCqItrliXIy2" +
      "HT6AB+S7Ew518F8lHz3Tiy3Yv3J14xW7vUpuV0zoLf1LC5kaIwztV6w9NLgAOfIAGrd81i102FtVJOQ7UbtGDybNw4Paclsr" +
      "tBLsBIKePoAAAAAAEMgCb2m5zcFtwSVWy98WrOktcDNE1RTqIXUDEMpXKmmtlXsIylu+aL2QX3wfAA/d/j5yw0gzzUaV7bWF" +
      "nRvOuEUOfdWDAAAA",
  },
  {
    format: 5,
    items: [
      { type: 6, bytes: 20, version: 1 },
      { type: 7, bytes: 8, version: 1 },
      { type: 8, bytes: 6, version: 1 },
      { type: 9, bytes: 29, version: 1 },
      { type: 0, bytes: 3, version: 1 },
    ],
    base64:
      "6AMAAHARAQAAAAAALAGJAuwABQAAAAAAAABZQAAAAAAAAQE8AAAAAAAAAEAAAAAAAChBCtcjPArXo7wAAAAAAAD/JNtVCoQm" +
      "p4fR2+a3kJyi1+nEOpVxHSp37qLbkdWV9suKt4NfudaiuEJif7jstNGoXOHD+ZrhWaWyyR7VaygWRb2tiX39Dn/E9YLPI6qx" +
      "DdM2YD+T2Nkp8mtub/AoZ8cfT+/coYHgyfPoCN0+rZYYUxG9mQOvCtvWxNkGgvBQZ6sY1FWJDuNXJghIma/KLTxA9Jys4Pf1" +
      "s5BUHJR/ohwqUUBGC/inWaBO+2pj9rE4j7gWMAABNAAAAu5xhr2ixV+5a08T2Kc/BGNoCQkRZhNDSaIJJEdEYRmAAAAAAAIa" +
      "eV+YwKM53/QNIX1YH2hpD22xVXyuoHJLAohMk6M/ke0xfeIXWTwdCJjFwMoSt6lodnIZuCE5vIuqEWgcUV8K2xY1bvKyxHD2" +
      "tIL4XBwpY+OHyLMoPVXZkaMw+iGTUc20pK7ogM7Nz0BEdpAEV5WBJ83Jj5gvmiaEWMDUnJNdC7OerW9Qh1x0JrVslo6FEcSv" +
      "fFoi4YoReZL3N75y4aJQUV63gMTG4+ObAAqMAAApRsJAYKQ5oa7x89BtMSidsIKJZNuCyDSQZCcy2AAAAAADYtMXco+b3nwy" +
      "hMcSNM+f8AH8c6QkF8T1a4dRWMQ2/Xs/IyeEXEyYpQOKAONaCuxeSO7Y48ZJLKDFKBFfoK/v9zoLm3NaOaN3w9X8/qWOdltY" +
      "u6ZqvXWwM1F94mwL7vv2Y8VRqNAfpKc23k8XnaKNFdXmMSYcJ35+LdinO67E9mjnXdkXXL56ga4slHTX4KoeiM08xneiGRlL" +
      "95JuSne57FgAC48ABVRUVVdALxXPB6sQunrnl9245F659xKxQdE2vAAAAAADqui6ZR4JOikZahm+8TJ9n4QzwR2qBnAIuWMn" +
      "GJIh/RCSP0OBLjB0tDVEA8M9wHOjshAAAAA=",
  },
];
