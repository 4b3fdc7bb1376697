import { z } from 'zod'
import { CardNumber } from '../card-numbers.ts'
import { fieldMessages, Lines, Text, TextVersion } from '../fields.ts'
import { DeviceParams, Empty, Id, MemberParams, pictureUpload, routes, type Upload } from '../route.ts'
import {
  Award,
  AwardFileContent,
  Certificate,
  CertificateDetails,
  CertificateHolder,
  Course,
  CourseContent,
  CoursePage,
  IdAndName,
  OwnTraining,
  Question,
  QuizResult,
  Requirement,
} from './shapes.ts'
import { maxAwardFileBytes, mostAwardLines, mostNamed, mostQuestions } from './words.ts'

const Params = z.object({ certificateId: Id })

const BodyId = z.number().int().min(1).max(2_147_483_647)

const Reason = z.string().trim().min(1, fieldMessages.empty).pipe(Lines(300))

const readers = ['staff.members', 'staff.access', 'staff.devices'] as const

const own = '/api/training/'

const ofCertificate = '/api/admin/certificates/:certificateId/'

/** Browsers say this and that of a CSV file, or nothing. */
const awardsUpload = {
  mediaTypes: ['application/octet-stream', 'text/csv', 'text/plain', 'application/vnd.ms-excel'],
  maxBytes: maxAwardFileBytes,
} as const satisfies Upload

export const trainingApi = routes({
  listCertificates: {
    method: 'GET',
    path: '/api/admin/certificates/',
    access: readers,
    summary: 'Every certificate, by name, archived ones last; at most 500.',
    output: z.object({ certificates: z.array(Certificate) }),
  },
  addCertificate: {
    method: 'POST',
    path: '/api/admin/certificates/',
    access: 'staff.members',
    summary: 'Adds a certificate. No other one may be called the same.',
    body: CertificateDetails,
    output: z.object({ id: z.number().int() }),
  },
  updateCertificate: {
    method: 'PATCH',
    path: '/api/admin/certificates/:certificateId/',
    access: 'staff.members',
    summary: 'Changes a certificate. What is left out stays, and awards keep the end they were given.',
    params: Params,
    body: CertificateDetails.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  setArchived: {
    method: 'PUT',
    path: `${ofCertificate}archived/`,
    access: 'staff.members',
    summary: 'Archives a certificate that no device asks for, or brings it back. Awards stay.',
    params: Params,
    body: z.object({ isArchived: z.boolean() }),
    output: Empty,
    errors: ['notFound', 'certificateNeeded'],
  },
  getContent: {
    method: 'GET',
    path: `${ofCertificate}course/`,
    access: 'staff.members',
    summary: 'The pages and questions of a certificate, with the right answers.',
    params: Params,
    output: z.object({ pages: z.array(CoursePage), questions: z.array(Question), version: TextVersion }),
    errors: ['notFound'],
  },
  saveContent: {
    method: 'PUT',
    path: `${ofCertificate}course/`,
    access: 'staff.members',
    summary:
      'Replaces the pages and questions of a certificate. With the version that was read it is refused where another editor has saved since.',
    params: Params,
    body: CourseContent.extend({ version: TextVersion.optional() }),
    output: z.object({ version: TextVersion }),
    errors: ['notFound', 'changedMeanwhile'],
  },
  uploadPicture: {
    method: 'PUT',
    path: `${ofCertificate}pictures/`,
    keepsAnswers: true,
    access: 'staff.members',
    summary: 'Makes a picture for a page of what is uploaded. It is forgotten if no page names it.',
    params: Params,
    upload: pictureUpload,
    output: z.object({ pictureHash: z.string(), picture: z.string() }),
    errors: ['notFound', 'tooLarge', 'wrongType', 'tooManyRequests'],
  },
  setTrainers: {
    method: 'PUT',
    path: `${ofCertificate}trainers/`,
    access: 'staff.members',
    summary: 'Says which members may award a certificate to others.',
    params: Params,
    body: z.object({ memberIds: z.array(BodyId).max(mostNamed, `At most ${mostNamed} trainers.`) }),
    output: Empty,
    errors: ['notFound'],
  },
  listHolders: {
    method: 'GET',
    path: `${ofCertificate}holders/`,
    access: 'staff.members',
    summary: 'Who has a certificate, or had it, newest first, a page at a time.',
    params: Params,
    query: z.object({
      which: z.enum(['current', 'ended']).default('current'),
      text: Text(100).default(''),
      before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ holders: z.array(CertificateHolder), hasMore: z.boolean() }),
    errors: ['notFound'],
  },
  listMemberAwards: {
    method: 'GET',
    path: '/api/admin/members/:memberId/awards/',
    access: ['staff.members', 'staff.access'],
    summary: 'The certificates a member has and had, newest first; at most 500.',
    params: MemberParams,
    output: z.object({ awards: z.array(Award) }),
    errors: ['notFound'],
  },
  award: {
    method: 'POST',
    path: '/api/admin/members/:memberId/awards/',
    access: 'staff.members',
    summary: 'Awards a certificate to a member, or renews it.',
    params: MemberParams,
    body: z.object({ certificateId: BodyId }),
    output: z.object({ id: z.number().int() }),
    errors: ['notFound', 'memberClosed', 'ownCertificate'],
  },
  importAwards: {
    method: 'POST',
    path: `${ofCertificate}imports/`,
    access: 'staff.members',
    summary: `Awards a certificate by a CSV file of at most ${mostAwardLines} lines: email or member number, day, and the day it ends, if any. Lines that cannot be read are named and left out. The same file twice awards nothing more.`,
    params: Params,
    query: z.object({ isTrial: z.stringbool().default(false) }),
    upload: awardsUpload,
    output: AwardFileContent,
    errors: ['notFound', 'tooLarge', 'wrongType'],
  },
  endAward: {
    method: 'POST',
    path: '/api/admin/awards/:awardId/end/',
    access: 'staff.members',
    summary: 'Ends a certificate of a member, with a reason that the member reads.',
    params: z.object({ awardId: Id }),
    body: z.object({ reason: Reason }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
  listRequirements: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/certificates/',
    access: readers,
    summary: 'Every certificate, whether a door or machine asks for it, and how many members with access lack it.',
    params: DeviceParams,
    output: z.object({ certificates: z.array(Requirement) }),
    errors: ['notFound'],
  },
  setRequirements: {
    method: 'PUT',
    path: '/api/admin/devices/:deviceId/certificates/',
    access: ['staff.devices', 'staff.access'],
    summary: 'Says which certificates a door or machine asks for. Cards without them stop working at once.',
    params: DeviceParams,
    body: z.object({ certificateIds: z.array(BodyId).max(mostNamed, `At most ${mostNamed} certificates.`) }),
    output: Empty,
    errors: ['notFound'],
  },
  getOwn: {
    method: 'GET',
    path: own,
    access: 'signedIn',
    kiosk: true,
    summary: 'The certificates of the caller, those they still need, and those they may award.',
    output: OwnTraining,
  },
  getCourse: {
    method: 'GET',
    path: `${own}certificates/:certificateId/`,
    access: 'signedIn',
    summary: 'The course for a certificate: pages and questions.',
    params: Params,
    output: Course,
    errors: ['notFound'],
  },
  answerQuiz: {
    method: 'POST',
    path: `${own}certificates/:certificateId/answers/`,
    access: 'signedIn',
    summary: 'Answers the questions of a course: for each the numbers of the ticked answers, from 0.',
    params: Params,
    body: z.object({
      answers: z.array(z.array(z.number().int().min(0).max(20)).min(1).max(20)).max(mostQuestions),
    }),
    output: QuizResult,
    errors: ['notFound', 'quizTooSoon', 'certificateWithdrawn'],
  },
  checkCourse: {
    method: 'POST',
    path: `${own}certificates/:certificateId/check/`,
    access: 'signedIn',
    summary: 'Asks Moodle or Canvas whether the caller finished the course, and awards the certificate if so.',
    params: Params,
    output: z.object({ isPassed: z.boolean(), percent: z.number().int() }),
    errors: ['notFound', 'courseAway'],
  },
  findLearners: {
    method: 'GET',
    path: `${own}learners/`,
    access: 'activeMember',
    summary: 'For trainers: members whose name has this text in it; at most 10.',
    query: z.object({ text: Text(100) }),
    output: z.object({ members: z.array(IdAndName) }),
    errors: ['notAllowed'],
  },
  awardAsTrainer: {
    method: 'POST',
    path: `${own}awards/`,
    access: 'activeMember',
    kiosk: true,
    summary: 'For trainers: awards a certificate of theirs to another member, by their number or by their card.',
    body: z.object({
      certificateId: BodyId,
      memberId: BodyId.optional(),
      card: CardNumber.optional(),
    }),
    output: z.object({ name: z.string() }),
    errors: [
      'notAllowed',
      'notFound',
      'memberClosed',
      'learnerUnknown',
      'cardEnded',
      'ownCertificate',
      'tooManyRequests',
    ],
    rate: 'credentials',
  },
})
