import { z } from 'zod'
import { Text } from '../fields.ts'
import { DeviceParams, Download, Empty, Id, pictureUpload, routes, type Upload } from '../route.ts'
import { IssueAnswer, IssuePlace, KnownIssue, NewIssue, OwnIssue, ThingIssue } from './shapes.ts'

const path = '/api/tools/issue/'
/** Photos of phones are larger than what is put on pages. */
const issuePhotoUpload = { ...pictureUpload, maxBytes: 12_000_000 } as const satisfies Upload

const IssueParams = z.object({ issueId: Id })

/** What members do: report, follow, and see what became of it. */
export const issuesApi = routes({
  report: {
    method: 'POST',
    path,
    access: 'activeMember',
    kiosk: true,
    rate: 'mail',
    summary:
      'Reports that something is broken or missing. It is kept at once, and each channel that is turned on gets it by itself; answers 201.',
    body: NewIssue,
    unknownFields: 'ignored',
    output: IssueAnswer,
    status: 201,
    errors: ['tooManyRequests'],
  },
  reportThing: {
    method: 'POST',
    path: '/api/things/:deviceId/issue/',
    access: 'signedIn',
    rate: 'mail',
    summary:
      'The same from the page behind the QR code of a door or machine, for every account: whether or not their membership is active, they stand before it.',
    params: DeviceParams,
    body: ThingIssue,
    output: Empty,
    errors: ['tooManyRequests'],
  },
  uploadPhoto: {
    method: 'PUT',
    path: `${path}pictures/`,
    keepsAnswers: true,
    access: 'activeMember',
    kiosk: true,
    summary: 'Makes a photo for a report of what is uploaded. It is deleted after a day if no report names it.',
    upload: issuePhotoUpload,
    output: z.object({ pictureId: z.number().int() }),
    errors: ['tooLarge', 'wrongType', 'tooManyRequests'],
  },
  getPhoto: {
    method: 'GET',
    path: `${path}pictures/:pictureId/`,
    access: 'signedIn',
    kiosk: true,
    summary: 'A photo of a report, for the member who took it and for staff who look after devices.',
    params: z.object({ pictureId: Id }),
    output: Download,
    errors: ['notFound'],
  },
  listPlaces: {
    method: 'GET',
    path: `${path}places/`,
    access: 'signedIn',
    kiosk: true,
    summary: 'Where a problem can be: doors and machines by name, and areas that were named before.',
    output: z.object({ devices: z.array(IssuePlace), areas: z.array(z.string()) }),
  },
  listKnown: {
    method: 'GET',
    path: `${path}known/`,
    access: 'activeMember',
    kiosk: true,
    summary: 'Reports that are not done, of a device or in like words; at most 5.',
    query: z.object({ deviceId: Id.optional(), text: Text(200).default('') }),
    output: z.object({ issues: z.array(KnownIssue) }),
  },
  follow: {
    method: 'PUT',
    path: `${path}:issueId/follow/`,
    access: 'signedIn',
    kiosk: true,
    summary: 'Says that the caller has this problem, too, or no longer. They hear when it is done.',
    params: IssueParams,
    body: z.object({ isFollowed: z.boolean() }),
    output: Empty,
    errors: ['notFound'],
  },
  listOwn: {
    method: 'GET',
    path,
    access: 'signedIn',
    summary:
      'What the caller reported or follows, newest first, with its history as members read it; also once their membership has ended.',
    query: z.object({
      before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({ issues: z.array(OwnIssue), hasMore: z.boolean() }),
  },
})
