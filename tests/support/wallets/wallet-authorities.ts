import forge from 'node-forge';

import { generateKeyPairSync } from 'node:crypto';

export const PASS_TYPE = 'pass.cat.comboi.tiquets';
export const TEAM = 'A1B2C3D4E5';

interface Issued {
  /** PEM */
  certificate: string;
  key: string;
}

/** A chain as Apple's: a root, its intermediate authority, and the certificate of a pass type. */
export interface PassCertificates {
  root: string;
  authority: string;
  certificate: string;
  key: string;
}

export function passCertificates({ validTo = new Date('2099-01-01') }: { validTo?: Date } = {}): PassCertificates {
  const root = issue({ subject: [{ shortName: 'CN', value: 'Test Root' }], validTo, isAuthority: true });
  const authority = issue({ subject: [{ shortName: 'CN', value: 'Test Worldwide Developer Relations' }], validTo, isAuthority: true }, root);
  const leaf = issue(
    {
      subject: [
        { type: '0.9.2342.19200300.100.1.1', value: PASS_TYPE },
        { shortName: 'CN', value: `Pass Type ID: ${PASS_TYPE}` },
        { shortName: 'OU', value: TEAM },
      ],
      validTo,
      isAuthority: false,
    },
    authority,
  );
  return { root: root.certificate, authority: authority.certificate, ...leaf };
}

/** As a web server shows it, signed by itself. */
export function serverCertificate({ host, validTo }: { host: string; validTo: Date }): { certificate: string; key: string } {
  return issue({ subject: [{ shortName: 'CN', value: host }], validTo, isAuthority: false });
}

let serial = 0;

function issue({ subject, validTo, isAuthority }: { subject: forge.pki.CertificateField[]; validTo: Date; isAuthority: boolean }, by?: Issued): Issued {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
  const own = forge.pki.privateKeyFromPem(key) as forge.pki.rsa.PrivateKey;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(own.n, own.e);
  serial += 1;
  certificate.serialNumber = String(serial).padStart(2, '0');
  certificate.validity.notBefore = new Date('2020-01-01');
  certificate.validity.notAfter = validTo;
  certificate.setSubject(subject);
  certificate.setIssuer(by === undefined ? subject : forge.pki.certificateFromPem(by.certificate).subject.attributes);
  certificate.setExtensions([{ name: 'basicConstraints', cA: isAuthority, critical: true }, { name: 'keyUsage', digitalSignature: true, keyCertSign: isAuthority }]);
  certificate.sign(by === undefined ? own : forge.pki.privateKeyFromPem(by.key), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key };
}

export interface ServiceAccount {
  email: string;
  publicKey: string;
  /** As Google hands it out. */
  json: string;
}

export function aServiceAccount(): ServiceAccount {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const email = 'tiquets@comboi-test.iam.gserviceaccount.com';
  return {
    email,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    json: JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }),
  };
}
