import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { S3Settings } from './s3-store.ts'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'walnut-lathe-secret' }
const region = 'eu-central-1'
const bucket = 'our-space'

/** The signature that Amazon's documentation of version 4 describes, made from the request as it came. */
const signatureOf = (request: IncomingMessage, url: URL, signedHeaders: string, date: string): string => {
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const payload = String(request.headers['x-amz-content-sha256'])
  const asked = [request.method, path.join('/'), query.join('&'), headers.join(''), signedHeaders, payload].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(asked)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretKey}`, date.slice(0, 8)), region), 's3'), 'aws4_request')
  return hmac(key, toSign).toString('hex')
}

type StandInRefusal = readonly [status: number, code: string, more?: string]

const refusalOf = (request: IncomingMessage, url: URL, body: Buffer): StandInRefusal | null => {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/\d{8}\/(.+?)\/s3\/aws4_request, SignedHeaders=(.+?), Signature=(.+)$/
  const [, id, usedRegion, signedHeaders = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? []
  if (id !== keys.accessKey) return [403, 'InvalidAccessKeyId']
  if (usedRegion !== region) return [400, 'AuthorizationHeaderMalformed', `<Region>${region}</Region>`]
  if (signature !== signatureOf(request, url, signedHeaders, String(request.headers['x-amz-date'])))
    return [403, 'SignatureDoesNotMatch']
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch']
  return null
}

/** A fault that meets the next requests that fit: refused by a code, or cut off in the middle. */
export type S3Fault = { times: number; fits?: RegExp; status?: number; code?: string }

const xml = (response: ServerResponse, body: string, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`)
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A store that speaks S3 as its documentation says, and believes no signature that it did not work out itself. */
// oxlint-disable-next-line max-lines-per-function -- one server, whose parts share what it holds
export const startS3 = async () => {
  const files = new Map<string, Buffer>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const faults: S3Fault[] = []
  const requests: string[] = []

  const post = (response: ServerResponse, key: string, url: URL, body: Buffer) => {
    if (url.searchParams.has('uploads')) {
      const id = randomBytes(8).toString('hex')
      uploads.set(id, { key, parts: new Map() })
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = url.searchParams.get('uploadId') ?? ''
    const tags = [...body.toString().matchAll(/<ETag>"(\w+)"<\/ETag>/g)].map(([, tag]) => tag)
    const parts = [...(uploads.get(id)?.parts.values() ?? [])]
    if (tags.join() !== parts.map((part) => sha256(part).slice(0, 32)).join())
      return xml(response, '<Error><Code>InvalidPart</Code></Error>', 400)
    files.set(key, Buffer.concat(parts))
    uploads.delete(id)
    return xml(response, '<CompleteMultipartUploadResult/>')
  }

  const put = (response: ServerResponse, key: string, url: URL, body: Buffer) => {
    const upload = uploads.get(url.searchParams.get('uploadId') ?? '')
    if (upload) upload.parts.set(Number(url.searchParams.get('partNumber')), body)
    else files.set(key, body)
    response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end()
  }

  /** Two at a time, so that a list goes over several pages. */
  const list = (response: ServerResponse, url: URL) => {
    if (url.searchParams.has('uploads')) {
      const open = [...uploads].map(
        ([id, { key }]) => `<Upload><Key>${escape(key)}</Key><UploadId>${id}</UploadId></Upload>`,
      )
      return xml(response, `<ListMultipartUploadsResult>${open.join('')}</ListMultipartUploadsResult>`)
    }
    const found = [...files.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '')).toSorted()
    const from = Number(url.searchParams.get('continuation-token') ?? 0)
    const page = found
      .slice(from, from + 2)
      .map((key) => `<Contents><Key>${escape(key)}</Key><Size>${files.get(key)?.length}</Size></Contents>`)
    const more = from + 2 < found.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    const isTruncated = `<IsTruncated>${more !== ''}</IsTruncated>`
    return xml(response, `<ListBucketResult>${isTruncated}${page.join('')}${more}</ListBucketResult>`)
  }

  const get = (response: ServerResponse, key: string, range: string) => {
    const file = files.get(key)
    if (!file) return xml(response, '<Error><Code>NoSuchKey</Code></Error>', 404)
    const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number)
    const piece = file.subarray(from, to + 1)
    const headers = { 'content-range': `bytes ${from}-${from + piece.length - 1}/${file.length}` }
    return response.writeHead(206, headers).end(piece)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://store')
    const asked = `${request.method} ${url.pathname}${url.search}`
    requests.push(asked)
    const fault = faults.find(({ times, fits }) => times > 0 && (fits?.test(asked) ?? true))
    if (fault) fault.times -= 1
    if (fault && fault.status === undefined) return request.socket.destroy()
    const body = await buffer(request)
    if (fault) return xml(response, `<Error><Code>${fault.code}</Code></Error>`, fault.status)
    const refused = refusalOf(request, url, body)
    if (refused) return xml(response, `<Error><Code>${refused[1]}</Code>${refused[2] ?? ''}</Error>`, refused[0])
    const [, asBucket, ...rest] = url.pathname.split('/')
    if (asBucket !== bucket) return xml(response, '<Error><Code>NoSuchBucket</Code></Error>', 404)
    const key = decodeURIComponent(rest.join('/'))
    if (request.method === 'POST') return post(response, key, url, body)
    if (request.method === 'PUT') return put(response, key, url, body)
    if (request.method === 'GET')
      return key === '' ? list(response, url) : get(response, key, String(request.headers.range))
    if (!uploads.delete(url.searchParams.get('uploadId') ?? '')) files.delete(key)
    return response.writeHead(204).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => new Promise<void>((settle) => server.close(() => settle()))
  onTestFinished(close)
  const endpoint = `http://127.0.0.1:${port}`
  const settings: S3Settings = { endpoint, region, bucket, prefix: 'portal', isPathStyle: true, ...keys }
  return { settings, files, uploads, faults, requests, close }
}
