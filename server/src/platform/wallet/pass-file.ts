import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { PassCertificate } from './pass-certificate.ts'

/** Loaded with the first pass, so that the portal starts without it. */
const loadForge = async () => (await import('node-forge')).default

type ManifestSignature = { manifest: Buffer; now: Date; signer: PassCertificate }

/** A detached PKCS #7 signature with the certificate, Apple's intermediate, and when it was made, as Wallet wants it. */
const signManifest = async ({ manifest, now, signer }: ManifestSignature): Promise<Buffer> => {
  const { asn1, pkcs7, pki, util } = await loadForge()
  const signed = pkcs7.createSignedData()
  signed.content = util.createBuffer(manifest.toString('binary'))
  signed.addCertificate(signer.issuer)
  signed.addCertificate(signer.certificate)
  signed.addSigner({
    key: signer.key,
    certificate: signer.certificate,
    digestAlgorithm: oid(pki.oids, 'sha256'),
    authenticatedAttributes: [
      { type: oid(pki.oids, 'contentType'), value: oid(pki.oids, 'data') },
      { type: oid(pki.oids, 'messageDigest') },
      { type: oid(pki.oids, 'signingTime'), value: now.toISOString() },
    ],
  })
  signed.sign({ detached: true })
  return Buffer.from(asn1.toDer(signed.toAsn1()).getBytes(), 'binary')
}

const oid = (oids: Record<string, string>, name: string): string => {
  const found = oids[name]
  if (found === undefined) throw new Error(`The library knows no ${name}.`)
  return found
}

export type PassPictures = Readonly<Record<string, Buffer>>

/** A pass as phones take it: pass.json and pictures, the SHA-1 of each in a manifest, and the signature of that. */
export const writePassFile = async (input: {
  pass: unknown
  pictures: PassPictures
  signer: PassCertificate
  now: Date
}): Promise<Buffer> => {
  const files: Record<string, Buffer> = { 'pass.json': Buffer.from(JSON.stringify(input.pass)), ...input.pictures }
  const sums = Object.entries(files).map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(sums)))
  const signature = await signManifest({ manifest, now: input.now, signer: input.signer })
  return Buffer.from(zipSync({ ...files, 'manifest.json': manifest, signature }))
}

/** @public what browsers and phones know such a file by */
export const passMediaType = 'application/vnd.apple.pkpass'
