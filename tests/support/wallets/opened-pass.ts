import { createHash, X509Certificate } from 'node:crypto';

import { fromBER } from 'asn1js';
import { unzipSync } from 'fflate';
import * as pkijs from 'pkijs';

export interface OpenedPass {
  files: Record<string, Uint8Array>;
  pass: Record<string, unknown>;
  /** The signature is that of the manifest, by a certificate under the root; the manifest names every file by its hash. */
  isGenuine: boolean;
}

/** A .pkpass, judged as a phone does, by other hands than those that made it. */
export async function openedPass(bytes: Uint8Array, root: string): Promise<OpenedPass> {
  const { 'manifest.json': manifest, signature, ...files } = unzipSync(bytes);
  const pass = JSON.parse(new TextDecoder().decode(files['pass.json'])) as Record<string, unknown>;
  const named = JSON.parse(new TextDecoder().decode(manifest)) as Record<string, string>;
  const found = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')]));
  const isNamed = Object.keys(named).length === Object.keys(found).length && Object.entries(found).every(([name, hash]) => named[name] === hash);
  return { files, pass, isGenuine: isNamed && (await isSigned(manifest!, signature!, root)) };
}

async function isSigned(manifest: Uint8Array, signature: Uint8Array, root: string): Promise<boolean> {
  const content = pkijs.ContentInfo.fromBER(exact(signature));
  const signed = new pkijs.SignedData({ schema: content.content });
  const trusted = new pkijs.Certificate({ schema: fromBER(exact(new X509Certificate(root).raw)).result });
  try {
    return await signed.verify({ signer: 0, data: exact(manifest), trustedCerts: [trusted], checkChain: true });
  } catch {
    return false;
  }
}

function exact(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
