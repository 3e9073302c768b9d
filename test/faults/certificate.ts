import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const SUBJECT_ALT_NAME = '0603551d11';
const BASIC_CONSTRAINTS = '0603551d13';
const TRUE = '0101ff';
const AUTHORITY = 'Test authority';
/** The subject of certificates, and of self-signed ones the issuer. */
export const CERTIFICATE_NAME = 'Test certificate';

interface CertificateOptions {
  /** Names and IPv4 addresses. */
  readonly hosts?: readonly string[];
  readonly isExpired?: boolean;
  /** By default, the certificate is self-signed. */
  readonly issuer?: Certificate | undefined;
}

/** Creates a certificate that is valid today, or was until yesterday. */
export function createCertificate({
  hosts = ['127.0.0.1'],
  isExpired = false,
  issuer,
}: CertificateOptions = {}): Certificate {
  const altNames = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return certificate(
    { subject: CERTIFICATE_NAME, isExpired, issuer },
    der(0x30, hex(SUBJECT_ALT_NAME), der(0x04, der(0x30, ...altNames))),
  );
}

/** Creates a certificate that can issue others. */
export function createAuthority(): Certificate {
  return certificate(
    { subject: AUTHORITY },
    der(0x30, hex(BASIC_CONSTRAINTS), hex(TRUE), der(0x04, der(0x30, hex(TRUE)))),
  );
}

function certificate(
  { subject, isExpired = false, issuer }: Omit<CertificateOptions, 'hosts'> & { readonly subject: string },
  extension: Buffer,
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, hex(ECDSA_WITH_SHA256));
  const [from, until] = isExpired ? [-2, -1] : [-1, 1];
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, randomBytes(8).fill(1, 0, 1)),
    algorithm,
    name(issuer ? AUTHORITY : subject),
    der(0x30, time(from), time(until)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = sign('sha256', toBeSigned, issuer?.key ?? privateKey);
  const bytes = der(0x30, toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function name(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, hex(COMMON_NAME), der(0x0c, Buffer.from(commonName)))));
}

/** A value in the Distinguished Encoding Rules (X.690), up to 64 KiB. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content]);
}

function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) {
    return [length];
  }
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function time(daysFromNow: number): Buffer {
  const digits = new Date(Date.now() + daysFromNow * DAY_MS).toISOString().replace(/\.\d+|\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2)}Z`));
}
