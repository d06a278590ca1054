import type { AppleCredentials } from '#app/platform/adapters/wallets/wallet-credentials.server.ts';
import type { WalletTicket } from '#app/domain/ticket/wallet-ticket.ts';

import { sitePicture } from '../site/site-picture.server.ts';
import { applePassContents } from './apple-pass.ts';

export interface ApplePass {
  ticket: WalletTicket;
  credentials: AppleCredentials;
  crest: Uint8Array | null;
}

export async function applePass({ ticket, credentials, crest }: ApplePass): Promise<Uint8Array> {
  const { passTypeIdentifier, teamIdentifier, certificate, key, passphrase, authority } = credentials;
  const [{ PKPass }, images] = await Promise.all([import('passkit-generator'), imagesOf(ticket, crest)]);
  const contents = applePassContents(ticket, { passTypeIdentifier, teamIdentifier });
  const pass = new PKPass(
    { ...images, 'pass.json': Buffer.from(JSON.stringify(contents)) },
    { signerCert: certificate, signerKey: key, wwdr: authority, ...(passphrase !== null && { signerKeyPassphrase: passphrase }) },
  );
  for (const barcode of contents.barcodes) pass.setBarcodes(barcode);
  return pass.getAsBuffer();
}

async function imagesOf({ emoji, palette }: WalletTicket, crest: Uint8Array | null): Promise<Record<string, Buffer>> {
  const drawings: Record<string, Promise<Uint8Array>> = {
    'icon.png': sitePicture({ kind: 'icon', crest, size: 29 }),
    'icon@2x.png': sitePicture({ kind: 'icon', crest, size: 58 }),
    'icon@3x.png': sitePicture({ kind: 'icon', crest, size: 87 }),
    'logo.png': sitePicture({ kind: 'crest', crest, height: 50 }),
    'logo@2x.png': sitePicture({ kind: 'crest', crest, height: 100 }),
    'logo@3x.png': sitePicture({ kind: 'crest', crest, height: 150 }),
    'strip@3x.png': sitePicture({ kind: 'strip', crest, emoji, palette, size: { width: 1125, height: 294 } }),
  };
  return Object.fromEntries(await Promise.all(Object.entries(drawings).map(async ([name, drawn]) => [name, Buffer.from(await drawn)] as const)));
}
