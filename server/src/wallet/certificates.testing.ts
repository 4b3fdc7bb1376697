import forge from 'node-forge'

const { pki } = forge

type TestAuthority = { certificate: forge.pki.Certificate; key: forge.pki.rsa.PrivateKey }

const lifetimes = { from: new Date('2025-01-01T00:00:00Z'), to: new Date('2035-01-01T00:00:00Z') }

type CertificateOrder = {
  subject: forge.pki.CertificateField[]
  issuer?: TestAuthority
  isAuthority?: boolean
  validTo?: Date
  names?: { type: number; ip: string }[]
}

let serial = 1

const make = ({ subject, issuer, isAuthority = false, validTo = lifetimes.to, names }: CertificateOrder) => {
  const keys = pki.rsa.generateKeyPair(2048)
  const certificate = pki.createCertificate()
  certificate.publicKey = keys.publicKey
  serial += 1
  certificate.serialNumber = serial.toString(16).padStart(2, '0')
  certificate.validity.notBefore = lifetimes.from
  certificate.validity.notAfter = validTo
  certificate.setSubject(subject)
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority },
    { name: 'keyUsage', digitalSignature: true, keyCertSign: isAuthority },
    ...(names ? [{ name: 'subjectAltName', altNames: names }] : []),
  ])
  certificate.sign(issuer?.key ?? keys.privateKey, forge.md.sha256.create())
  return { certificate, key: keys.privateKey }
}

/** In place of Apple's: it signs the certificates of Pass Type IDs. */
export const anAuthority = (name = 'G4') =>
  make({
    subject: [
      { name: 'commonName', value: 'Worldwide Developer Relations (not Apple)' },
      { shortName: 'OU', value: name },
    ],
    isAuthority: true,
  })

const uid = '0.9.2342.19200300.100.1.1'

/** The certificate of a Pass Type ID, its key and the intermediate, each as PEM. */
export const aPassCertificate = (facts: { authority?: TestAuthority; passTypeId?: string; validTo?: Date } = {}) => {
  const { authority = anAuthority(), passTypeId = 'pass.org.example.member', validTo } = facts
  const own = make({
    subject: [
      { type: uid, value: passTypeId },
      { name: 'commonName', value: `Pass Type ID: ${passTypeId}` },
      { shortName: 'OU', value: 'A1B2C3D4E5' },
    ],
    issuer: authority,
    ...(validTo && { validTo }),
  })
  return {
    certificate: pki.certificateToPem(own.certificate),
    key: pki.privateKeyToPem(own.key),
    issuer: pki.certificateToPem(authority.certificate),
  }
}

/** What an administrator enters: the three files, one after the other. */
export const joined = ({ certificate, key, issuer }: ReturnType<typeof aPassCertificate>): string =>
  [certificate, key, issuer].join('\n')

/** A certificate for a server at 127.0.0.1, signed by itself. */
export const aServerCertificate = () => {
  const { certificate, key } = make({
    subject: [{ name: 'commonName', value: '127.0.0.1' }],
    isAuthority: true,
    names: [{ type: 7, ip: '127.0.0.1' }],
  })
  return { certificate: pki.certificateToPem(certificate), key: pki.privateKeyToPem(key) }
}
