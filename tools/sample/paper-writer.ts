import { BinaryWriter } from "./binary-writer.ts";

const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** A PDF of one page with one line of text (PDF 1.4: header, objects, cross-reference table, trailer). */
export function pdfFile(line: string): Uint8Array {
  const content = `BT /F1 18 Tf 72 760 Td (${line.replaceAll(/[()\\]/g, "")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
      "/Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return latin(file + table + trailer);
}

const BIFF2_BOF = 0x0009;
const BIFF2_LABEL = 0x0004;
const BIFF2_EOF = 0x000a;
const WORKSHEET = 0x0010;

/** An Excel worksheet of texts (BIFF2: BOF, one LABEL record for each cell, EOF). */
export function xlsFile(rows: readonly (readonly string[])[]): Uint8Array {
  const cells = rows.flatMap((row, y) => row.map((text, x) => ({ x, y, text })));
  const bytes = cells.reduce((sum, { text }) => sum + 12 + text.length, 8 + 4);
  const writer = new BinaryWriter(bytes).u16(BIFF2_BOF).u16(4).u16(2).u16(WORKSHEET);
  for (const { x, y, text } of cells) {
    writer
      .u16(BIFF2_LABEL)
      .u16(8 + text.length)
      .u16(y)
      .u16(x);
    writer.skip(3).u8(text.length).text(text);
  }
  return writer.u16(BIFF2_EOF).u16(0).bytes;
}

/** A comma-separated table. */
export function csvFile(rows: readonly (readonly string[])[]): Uint8Array {
  return latin(rows.map((row) => `${row.join(",")}\r\n`).join(""));
}
