import { FetchFailure, type GuardedAnswer } from '#platform/http/guarded-fetch.ts'
import { CopyProblem } from './copy-store.ts'

/** How a store refused something, by the code that all of them have from Amazon. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, region: string | undefined) {
    super(wordsOf({ status, code, region }))
    this.status = status
    this.code = code
  }
}

const wrongSecret =
  'The store says that the signature is wrong. Enter the secret key again, and see whether the region is right.'
const full = 'The store is full, or the account has used up what it may store there.'
const overloaded = 'The store had no time, also when it was asked again. It is tried again with the next backup.'
const noBucket = 'There is no such bucket. See whether its name is right, and whether the bucket belongs in the path.'

const sentences: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The store knows no such access key.',
  SignatureDoesNotMatch: wrongSecret,
  AccessDenied:
    'The store doesn’t let this access key do that. Give it the right to list, read, write and delete in the bucket.',
  NoSuchBucket: noBucket,
  InvalidBucketName: noBucket,
  NoSuchKey: 'The store has no such file.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong, so the store refuses what it asks. Set the clock.',
  EntityTooLarge: 'The store takes no file as large as this backup.',
  QuotaExceeded: full,
  QuotaExceededException: full,
  InsufficientStorage: full,
  XMinioStorageFull: full,
  XMinioAdminBucketQuotaExceeded: full,
  SlowDown: overloaded,
  ServiceUnavailable: overloaded,
  InternalError: overloaded,
  RequestTimeout: overloaded,
}

type RefusalFacts = { status: number; code: string; region: string | undefined }

const wordsOf = ({ status, code, region }: RefusalFacts): string => {
  const known = sentences[code]
  if (region !== undefined) return `The bucket is in another region: ${region}. Enter that one.`
  if (known !== undefined) return known
  if (status === 507) return full
  if (status >= 500 || status === 429) return overloaded
  if (status === 301 || status === 307 || status === 308)
    return 'The store has the bucket at another address. Enter the address of the region that the bucket is in.'
  return `The store refused it (${status}${code === '' ? '' : ` ${code}`}).`
}

/** Fast-xml-parser gives an object where there is one element, and a list where there are several. */
const asList = (value: unknown): unknown[] => {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : [value]
}

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

export const textIn = (value: unknown, name: string): string => {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : ''
}

export const listIn = (value: unknown, name: string): unknown[] => asList(fieldOf(value, name))

/** An answer in XML, as an object; nothing where it is none. */
export const readXml = async ({ body }: Pick<GuardedAnswer, 'body'>): Promise<unknown> => {
  const { XMLParser } = await import('fast-xml-parser')
  try {
    return new XMLParser({ parseTagValue: false, ignoreAttributes: true, ignoreDeclaration: true }).parse(
      body.toString('utf8'),
    )
  } catch {
    return undefined
  }
}

/** Codes and regions go into sentences, so they are no more than words. */
const wordIn = (value: unknown, name: string): string => {
  const text = textIn(value, name)
  return /^[\w-]{1,60}$/.test(text) ? text : ''
}

export const refusalOf = async (answer: GuardedAnswer): Promise<S3Refusal> => {
  const error = fieldOf(await readXml(answer), 'Error')
  const code = wordIn(error, 'Code')
  const isElsewhere = code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect'
  const region = wordIn(error, 'Region') || answer.headers['x-amz-bucket-region']
  return new S3Refusal(answer.status, code, isElsewhere && typeof region === 'string' ? region : undefined)
}

/** Whether asking again a moment later may help: the store has no time, or the line broke. */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof FetchFailure) return error.kind !== 'large'
  if (!(error instanceof S3Refusal)) return false
  const { status, code } = error
  return (status >= 500 && sentences[code] !== full && status !== 507) || status === 429 || code === 'RequestTimeout'
}

export const explainS3 = (error: unknown): string => {
  if (error instanceof S3Refusal || error instanceof FetchFailure || error instanceof CopyProblem) return error.message
  return error instanceof Error ? error.message : String(error)
}
