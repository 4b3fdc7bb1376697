import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { type FileHandle, open } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type GuardedAnswer, guardedFetch } from '#platform/http/guarded-fetch.ts'
import { problemOfAddress } from '#platform/http/outgoing-address.ts'
import { isArchiveName } from '../archive-file.ts'
import { CopyProblem, type CopyStore, notSame, retrying, usualTries } from './copy-store.ts'
import { explainS3, fieldOf, isPassing, listIn, readXml, refusalOf, textIn } from './s3-answers.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  isPathStyle: boolean
  accessKey: string
  secretKey: string
}

export type S3Pace = {
  /** Larger files go in parts of this size, which stores take from 5 MiB on. */
  partBytes: number
  /** The first pause before it is tried again. */
  pauseMs: number
  tries: number
}

const usualPace: S3Pace = { partBytes: 8 * 1024 * 1024, pauseMs: 1000, tries: usualTries }

/** Stores take no more. */
const mostParts = 10_000

/** A part takes minutes where the line is slow. */
const pieceMs = 300_000
const otherMs = 30_000

const listBytes = 4 * 1024 * 1024

type S3Request = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The key within the bucket; empty for the bucket itself. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
  maxBytes?: number
}

const addressOf = ({ endpoint, bucket, isPathStyle }: S3Settings, { key, query = {} }: S3Request): string => {
  const url = new URL(endpoint)
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`
  const parts = [...url.pathname.split('/'), ...(isPathStyle ? [bucket] : []), ...key.split('/')]
  url.pathname = `/${parts
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`
  url.search = new URLSearchParams(query).toString()
  return url.href
}

const askOnce = async (settings: S3Settings, request: S3Request): Promise<GuardedAnswer> => {
  const { method, body = '', headers = {}, maxBytes = listBytes } = request
  const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = settings
  // Signed with what it holds, so that the store itself sees whether it arrived whole.
  const sha256 = createHash('sha256').update(body).digest('hex')
  const signer = new AwsV4Signer({
    method,
    url: addressOf(settings, request),
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  })
  const signed = await signer.sign()
  const answer = await guardedFetch(signed.url.href, {
    method,
    headers: Object.fromEntries(signed.headers),
    ...(body.length > 0 || method === 'PUT' ? { body } : {}),
    allowPrivate: true,
    maxBytes: Math.max(maxBytes, 65_536),
    timeoutMs: body.length > 65_536 || maxBytes > listBytes ? pieceMs : otherMs,
  })
  if (answer.status < 200 || answer.status > 299) throw await refusalOf(answer)
  return answer
}

const readPart = async (file: FileHandle, at: number, bytes: number): Promise<Buffer> => {
  const part = Buffer.alloc(bytes)
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await file.read(part, done, bytes - done, at + done)
    if (bytesRead === 0) throw new Error('The backup became shorter while it was copied.')
    done += bytesRead
  }
  return part
}

/** Throws for an address without encryption, unless it is that of a machine of the space. */
const checkClear = async (endpoint: string): Promise<void> => {
  const { protocol, hostname } = new URL(endpoint)
  if (protocol !== 'http:') return
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  if (found.some(({ address }) => problemOfAddress(address, { allowPrivate: false }) === null))
    throw new CopyProblem(
      'This address is without encryption, and not in the network of the space. Enter one that begins with https://.',
    )
}

type Bucket = {
  keyOf: (name: string) => string
  ask: (request: S3Request) => Promise<GuardedAnswer>
  partBytes: number
}

const openBucket = (settings: S3Settings, { partBytes, pauseMs, tries }: S3Pace): Bucket => {
  let checking: Promise<void> | undefined
  return {
    keyOf: (name) => (settings.prefix === '' ? name : `${settings.prefix}/${name}`),
    ask: async (request) => {
      await (checking ??= checkClear(settings.endpoint))
      return retrying(() => askOnce(settings, request), { isPassing, pauseMs, tries })
    },
    partBytes,
  }
}

type LargeFile = { file: FileHandle; key: string; size: number }

const noStore = 'What answers there is no S3-compatible store.'

const putParts = async ({ ask, partBytes }: Bucket, { file, key, size }: LargeFile, uploadId: string) => {
  const bytes = Math.max(partBytes, Math.ceil(size / mostParts))
  const tags: string[] = []
  for (let at = 0; at < size; at += bytes) {
    const body = await readPart(file, at, Math.min(bytes, size - at))
    const query = { partNumber: String(tags.length + 1), uploadId }
    const { headers } = await ask({ method: 'PUT', key, query, body })
    tags.push(headers.etag ?? '')
  }
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const answer = await ask({ method: 'POST', key, query: { uploadId }, body })
  // A store that takes long to put parts together has answered 200 by then, and says in the text that it failed.
  if (fieldOf(await readXml(answer), 'Error') !== undefined) throw await refusalOf({ ...answer, status: 500 })
}

/** Parts cost money until they are put together or given up. */
const giveUp = ({ ask }: Bucket, key: string, uploadId: string) =>
  ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)

/** Gives up uploads of archives that were killed; some stores don't list them. */
const giveUpFormer = async (bucket: Bucket): Promise<void> => {
  const { ask, keyOf } = bucket
  const query = { uploads: '', prefix: keyOf('spacekeeper-') }
  const answer = await ask({ method: 'GET', key: '', query }).catch(() => undefined)
  if (!answer) return
  for (const upload of listIn(fieldOf(await readXml(answer), 'ListMultipartUploadsResult'), 'Upload')) {
    const key = textIn(upload, 'Key')
    if (isArchiveName(key.slice(keyOf('').length))) await giveUp(bucket, key, textIn(upload, 'UploadId'))
  }
}

const putLarge = async (bucket: Bucket, large: LargeFile): Promise<void> => {
  const { key } = large
  await giveUpFormer(bucket)
  const answer = await bucket.ask({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = textIn(fieldOf(await readXml(answer), 'InitiateMultipartUploadResult'), 'UploadId')
  if (uploadId === '') throw new CopyProblem(noStore)
  try {
    await putParts(bucket, large, uploadId)
  } catch (error) {
    await giveUp(bucket, key, uploadId)
    throw error
  }
}

type StoredFile = { name: string; bytes: number }

const list = async ({ ask, keyOf }: Bucket, prefix: string): Promise<StoredFile[]> => {
  const files: StoredFile[] = []
  let token: string | undefined
  do {
    const query = { 'list-type': '2', prefix: keyOf(prefix), ...(token && { 'continuation-token': token }) }
    const found = fieldOf(await readXml(await ask({ method: 'GET', key: '', query })), 'ListBucketResult')
    if (found === undefined) throw new CopyProblem(noStore)
    files.push(
      ...listIn(found, 'Contents').map((file) => ({
        name: textIn(file, 'Key').slice(keyOf('').length),
        bytes: Number(textIn(file, 'Size')),
      })),
    )
    token = textIn(found, 'IsTruncated') === 'true' ? textIn(found, 'NextContinuationToken') : undefined
  } while (token)
  return files
}

const put = async (bucket: Bucket, path: string, name: string): Promise<void> => {
  const { ask, keyOf, partBytes } = bucket
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const key = keyOf(name)
    if (size > partBytes) await putLarge(bucket, { file, key, size })
    else await ask({ method: 'PUT', key, body: await readPart(file, 0, size) })
    if (!isArchiveName(name)) return
    const listed = (await list(bucket, name)).find((one) => one.name === name)
    if (listed?.bytes !== size) throw new CopyProblem(notSame)
  } finally {
    await file.close()
  }
}

async function* read({ ask, keyOf, partBytes }: Bucket, name: string): AsyncGenerator<Uint8Array> {
  for (let at = 0, whole = 1; at < whole;) {
    const headers = { range: `bytes=${at}-${at + partBytes - 1}` }
    const answer = await ask({ method: 'GET', key: keyOf(name), headers, maxBytes: partBytes + 1 })
    whole = Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? answer.body.length)
    if (answer.body.length === 0) return
    yield answer.body
    at += answer.body.length
  }
}

const checkKeys = ({ accessKey, secretKey }: S3Settings): void => {
  if (accessKey === '') throw new CopyProblem('Enter the access key of the store in the settings.')
  if (secretKey === '') throw new CopyProblem('Enter the secret key of the store in the settings.')
}

/** A store that speaks as Amazon's S3 does. */
export const s3Store = (settings: S3Settings, pace: Partial<S3Pace> = {}): CopyStore => {
  const bucket = openBucket(settings, { ...usualPace, ...pace })
  return {
    put: async (path, name) => {
      checkKeys(settings)
      await put(bucket, path, name)
    },
    list: async (prefix) => (await list(bucket, prefix)).map(({ name }) => name),
    read: (name) => read(bucket, name),
    remove: async (name) => {
      await bucket.ask({ method: 'DELETE', key: bucket.keyOf(name) })
    },
    explain: explainS3,
    close: () => Promise.resolve(),
  }
}
