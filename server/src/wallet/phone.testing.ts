import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { unzipSync } from 'fflate'
import forge from 'node-forge'
import { expect } from 'vitest'
import { z } from 'zod'

const { asn1 } = forge

const Field = z.object({ key: z.string(), label: z.string(), value: z.string() })

const PassJson = z.object({
  passTypeIdentifier: z.string(),
  serialNumber: z.string(),
  webServiceURL: z.string(),
  authenticationToken: z.string().min(16),
  voided: z.boolean(),
  expirationDate: z.string(),
  barcodes: z.array(z.object({ message: z.string(), altText: z.string() })),
  generic: z.object({
    primaryFields: z.array(Field),
    secondaryFields: z.array(Field),
    auxiliaryFields: z.array(Field),
  }),
})

export type ReadPass = z.infer<typeof PassJson> & { files: string[]; text: string }

const oids = { messageDigest: '1.2.840.113549.1.9.4', signingTime: '1.2.840.113549.1.9.5' }

type Asn1 = forge.asn1.Asn1

const partsOf = (node: Asn1 | undefined): Asn1[] => (Array.isArray(node?.value) ? node.value : [])

const bytesOf = (node: Asn1 | undefined): Buffer =>
  Buffer.from(typeof node?.value === 'string' ? node.value : '', 'binary')

const oidOf = (node: Asn1 | undefined) => asn1.derToOid(bytesOf(node).toString('binary'))

/** Checks a detached PKCS #7 signature by its own lines (RFC 5652): digest, attributes, and the chain to the issuer. */
const checkSignature = (der: Buffer, { manifest, issuer }: { manifest: Buffer; issuer: string }) => {
  const [, wrapped] = partsOf(asn1.fromDer(der.toString('binary')))
  const [, , content, certificates, signers] = partsOf(partsOf(wrapped)[0])
  expect(partsOf(content)).toHaveLength(1)
  const chain = partsOf(certificates).map(
    (one) => new X509Certificate(Buffer.from(asn1.toDer(one).getBytes(), 'binary')),
  )
  const authority = chain.find((one) => one.fingerprint256 === new X509Certificate(issuer).fingerprint256)
  const own = chain.find((one) => one !== authority)
  if (!own || !authority) throw new Error('The signature lacks a certificate.')
  expect(own.verify(authority.publicKey)).toBe(true)
  const [, , , attributes, , signature] = partsOf(partsOf(signers)[0])
  const found = new Map(partsOf(attributes).map((one) => [oidOf(partsOf(one)[0]), partsOf(partsOf(one)[1])[0]]))
  expect(bytesOf(found.get(oids.messageDigest))).toEqual(createHash('sha256').update(manifest).digest())
  expect(found.has(oids.signingTime)).toBe(true)
  const signed = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, partsOf(attributes))
  const bytes = Buffer.from(asn1.toDer(signed).getBytes(), 'binary')
  expect(verify('sha256', bytes, own.publicKey, bytesOf(signature))).toBe(true)
}

/** Reads a pass as a phone does: every sum and the signature have to be right. */
export const readPass = (file: Uint8Array, issuer: string): ReadPass => {
  const files = unzipSync(file)
  const { signature, 'manifest.json': manifest, ...rest } = files
  if (!signature || !manifest) throw new Error('The pass is not signed.')
  const sums = Object.entries(rest).map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')])
  expect(JSON.parse(Buffer.from(manifest).toString())).toEqual(Object.fromEntries(sums))
  checkSignature(Buffer.from(signature), { manifest: Buffer.from(manifest), issuer })
  const text = Buffer.from(rest['pass.json'] ?? '').toString()
  return { ...PassJson.parse(JSON.parse(text)), files: Object.keys(rest), text }
}

type PhoneAnswer = { status: number; body: Uint8Array; lastModified: string | null }

const UpdatedPasses = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() })

/** Speaks to the web service of passes at a portal. */
const callerOf =
  (portalUrl: string) =>
  async (
    method: string,
    path: string,
    {
      token,
      body,
      headers = {},
    }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<PhoneAnswer> => {
    const answer = await fetch(`${portalUrl}/api/wallet/apple${path}`, {
      method,
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `ApplePass ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const content = new Uint8Array(await answer.arrayBuffer())
    return { status: answer.status, body: content, lastModified: answer.headers.get('last-modified') }
  }

/** Opens the link of a pass. */
const openLink = async (link: string, { portalUrl, issuer }: { portalUrl: string; issuer: string }) => {
  const answer = await fetch(link.replace(/^https?:\/\/[^/]+/, portalUrl))
  if (answer.status !== 200) return { status: answer.status, pass: null }
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  return { status: 200, pass: readPass(new Uint8Array(await answer.arrayBuffer()), issuer) }
}

type PhoneNames = { libraryId: string; pushToken: string }

/** What a phone asks the web service about the pass it holds. */
const askerOf = (portalUrl: string, { libraryId, pushToken }: PhoneNames, held: () => ReadPass) => {
  const call = callerOf(portalUrl)
  const own = () => ({
    devices: `/v1/devices/${libraryId}/registrations/${held().passTypeIdentifier}`,
    name: `${held().passTypeIdentifier}/${held().serialNumber}`,
    token: held().authenticationToken,
  })
  return {
    call,
    register: async (token = own().token) =>
      (await call('POST', `${own().devices}/${held().serialNumber}`, { token, body: { pushToken } })).status,
    unregister: async () =>
      (await call('DELETE', `${own().devices}/${held().serialNumber}`, { token: own().token })).status,
    list: (tag: string | null) =>
      call('GET', `${own().devices}${tag === null ? '' : `?passesUpdatedSince=${encodeURIComponent(tag)}`}`),
    latest: (lastModified: string | null) =>
      call('GET', `/v1/passes/${own().name}`, {
        token: own().token,
        headers: lastModified === null ? {} : { 'if-modified-since': lastModified },
      }),
  }
}

/** An iPhone with one pass, as Apple's protocol has it. `portalUrl` is where the portal listens in the test. */
export const aPhone = ({ portalUrl, issuer }: { portalUrl: string; issuer: string }) => {
  const names = { libraryId: randomBytes(16).toString('hex'), pushToken: randomBytes(32).toString('hex') }
  let pass: ReadPass | null = null
  let tag: string | null = null
  let lastModified: string | null = null

  const held = (): ReadPass => {
    if (!pass) throw new Error('The phone has no pass.')
    return pass
  }
  const { call, register, unregister, list, latest } = askerOf(portalUrl, names, held)
  const fetchLatest = async () => {
    const answer = await latest(lastModified)
    if (answer.status !== 200) return answer.status
    pass = readPass(answer.body, issuer)
    ;({ lastModified } = answer)
    return 200
  }

  return {
    ...names,
    call,
    pass: held,
    /** Opens a link that the portal gave out, and keeps the pass. */
    open: async (link: string) => {
      const opened = await openLink(link, { portalUrl, issuer })
      if (!opened.pass) return opened.status
      ;({ pass } = opened)
      return register()
    },
    register,
    fetchLatest,
    /** A push arrived: asks what changed, and fetches that. How many passes it was. */
    wake: async () => {
      const answer = await list(tag)
      if (answer.status === 204) return 0
      const { serialNumbers, lastUpdated } = UpdatedPasses.parse(JSON.parse(Buffer.from(answer.body).toString()))
      tag = lastUpdated
      await fetchLatest()
      return serialNumbers.length
    },
    /** Its owner deletes the pass in Wallet. */
    remove: unregister,
  }
}
