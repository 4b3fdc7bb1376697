import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** What passes for Apple Wallet are signed with, and what phones are told of changes with. All are PEM. */
export type PassCertificate = {
  certificate: string
  /** Apple's intermediate certificate, which signed the other. */
  issuer: string
  key: string
  /** Such as `pass.org.example.member`. */
  passTypeId: string
  teamId: string
  validTo: Date
}

export type ReadPassCertificate = { isGood: true; found: PassCertificate } | { isGood: false; problem: string }

const bad = (problem: string) => ({ isGood: false, problem }) as const

type PemBlock = { label: string; body: string; pem: string }

/** The blocks of a text, also where a field for one line took their line breaks away. */
const pemBlocks = (text: string): PemBlock[] =>
  [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g)].map(([, label = '', body = '']) => {
    const letters = body.replaceAll(/\s/g, '')
    const lines = letters.match(/.{1,64}/g)?.join('\n') ?? ''
    return { label, body, pem: `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n` }
  })

const fieldIn = (subject: string, name: string): string | null =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null

const passTypeOf = ({ subject }: X509Certificate): string | null => {
  const id = fieldIn(subject, 'UID')
  return id?.startsWith('pass.') ? id : null
}

const parseCertificate = ({ pem }: PemBlock): X509Certificate | null => {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

const parseKey = ({ pem }: PemBlock): KeyObject | null => {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

const isLocked = ({ label, body }: PemBlock) => label.startsWith('ENCRYPTED') || body.includes('ENCRYPTED')

const readKey = (blocks: readonly PemBlock[]): KeyObject | string => {
  const [block, ...more] = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  if (!block)
    return 'The private key is missing. It is the file you made before you asked Apple for the certificate, and begins with -----BEGIN PRIVATE KEY-----.'
  if (more.length > 0) return 'There are several private keys. Give only the one the certificate was made for.'
  if (isLocked(block))
    return 'The private key has a password. Remove it first: openssl rsa -in pass.key -out pass-open.key.'
  return parseKey(block) ?? 'The private key is damaged. Copy the whole file.'
}

const isIssuerOf = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** Finds certificate, key and intermediate in a text that holds all three in any order, and whether they fit together. */
export const readPassCertificate = (text: string, now: Date): ReadPassCertificate => {
  const blocks = pemBlocks(text)
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE').map(parseCertificate)
  if (certificates.length === 0)
    return bad('There is no certificate in this. It begins with -----BEGIN CERTIFICATE-----.')
  if (certificates.includes(null)) return bad('One of the certificates is damaged. Copy the whole file.')
  const whole = certificates.filter((certificate) => certificate !== null)
  const own = whole.find((certificate) => passTypeOf(certificate) !== null)
  const passTypeId = own ? passTypeOf(own) : null
  if (!own || passTypeId === null)
    return bad(
      'This isn’t the certificate of a Pass Type ID. Apple’s page has one kind for each use; choose Pass Type IDs.',
    )
  const teamId = fieldIn(own.subject, 'OU')
  if (teamId === null) return bad('The certificate names no team. Create it anew in Apple’s developer account.')
  const key = readKey(blocks)
  if (typeof key === 'string') return bad(key)
  if (key.asymmetricKeyType !== 'rsa') return bad('The private key is of another kind. Make an RSA key of 2048 bits.')
  if (!own.checkPrivateKey(key)) return bad('The private key belongs to another certificate.')
  const issuer = whole.find((other) => other !== own && isIssuerOf(other, own))
  if (!issuer)
    return bad(
      `Apple’s intermediate certificate is missing, or is another one. The certificate was signed by ${fieldIn(own.issuer, 'OU') ?? 'Apple'}: get that file from apple.com/certificateauthority.`,
    )
  const validTo = new Date(own.validTo)
  if (validTo <= now) return bad(`The certificate ran out on ${validTo.toISOString().slice(0, 10)}. Create a new one.`)
  const pem = (certificate: X509Certificate) => `${certificate.toString().trim()}\n`
  const found = { passTypeId, teamId, validTo, certificate: pem(own), issuer: pem(issuer) }
  return { isGood: true, found: { ...found, key: key.export({ type: 'pkcs1', format: 'pem' }).toString() } }
}
