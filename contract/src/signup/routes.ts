import { z } from 'zod'
import { collectors } from '../billing/words.ts'
import { Empty, Id, routes } from '../route.ts'
import {
  Application,
  ApplicationWords,
  OwnCardNumber,
  OfferedTier,
  OwnSignup,
  OwnStanding,
  PlanQuote,
  SignupOutcome,
  SignupReadiness,
} from './shapes.ts'

const PlanParams = z.object({ planId: Id })

const ApplicationParams = z.object({ applicationId: Id })

/** How a plan is taken. Existing clients send nothing: then the first way the plan may be paid is meant. */
const planChoice = {
  collector: z.enum(collectors).optional(),
  couponCode: z.string().trim().max(30).optional(),
}

const feature = 'enableMembershipPayments'

export const signupApi = routes({
  listTiers: {
    method: 'GET',
    path: '/api/billing/tiers/',
    access: 'signedIn',
    summary: 'The tiers and plans that can be chosen. A tier without one is left out.',
    output: z.array(OfferedTier),
    feature,
  },
  choosePlan: {
    method: 'POST',
    path: '/api/billing/plans/:planId/signup/',
    access: 'signedIn',
    summary: 'Chooses a plan. Safe to repeat.',
    params: PlanParams,
    body: z.object(planChoice),
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean(), message: z.string().optional() }),
    errors: ['notFound', 'hasPlan', 'planGone', 'keptOut'],
    feature,
  },
  quotePlan: {
    method: 'POST',
    path: '/api/billing/plans/:planId/quote/',
    keepsAnswers: true,
    access: 'signedIn',
    summary: 'What a plan would cost the caller today and next, with the joining fee and a coupon. Changes nothing.',
    params: PlanParams,
    body: z.object(planChoice),
    output: PlanQuote,
    errors: ['notFound', 'hasPlan', 'planGone', 'keptOut'],
    feature,
  },
  canSignup: {
    method: 'GET',
    path: '/api/billing/can-signup/',
    access: 'signedIn',
    summary: 'What else the caller has to do to come in, as existing clients ask it.',
    output: SignupReadiness,
  },
  checkInduction: {
    method: 'POST',
    path: '/api/billing/check-induction/',
    keepsAnswers: true,
    access: 'signedIn',
    summary: 'Looks whether the caller has passed the induction.',
    output: z.object({ success: z.boolean(), score: z.number().int(), notRequired: z.boolean().optional() }),
    rate: 'credentials',
  },
  registerCard: {
    method: 'POST',
    path: '/api/billing/access-card/',
    access: 'signedIn',
    summary: 'Registers the caller’s own card, before they are a member. Afterwards staff change it.',
    body: z.object({ accessCard: OwnCardNumber }),
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean() }),
    errors: ['cardTaken', 'cardSettled', 'keptOut'],
    rate: 'credentials',
  },
  completeSignup: {
    method: 'POST',
    path: '/api/billing/complete-signup/',
    access: 'signedIn',
    summary:
      'Makes the caller a member, or hands their application in, once nothing is in the way. Otherwise says what is.',
    output: SignupOutcome,
  },
  skipSignup: {
    method: 'POST',
    path: '/api/billing/skip-signup/',
    access: 'signedIn',
    summary: 'Keeps an account without a membership; only for those who have not joined yet.',
    output: z.object({ success: z.boolean() }),
  },
  getOwn: {
    method: 'GET',
    path: '/api/signup/',
    access: 'signedIn',
    summary: 'How far the caller is on the way into the space, and what comes next.',
    output: OwnSignup,
  },
  getStanding: {
    method: 'GET',
    path: '/api/signup/standing/',
    access: 'signedIn',
    kiosk: true,
    feature: 'enableMembershipPayments',
    summary: 'What the caller owes and why, what else keeps them out, and the one thing to do next.',
    output: OwnStanding,
  },
  answer: {
    method: 'POST',
    path: '/api/signup/answer/',
    access: 'signedIn',
    summary: 'Answers the question staff asked about the caller’s application.',
    body: z.object({ answer: ApplicationWords }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
  listApplications: {
    method: 'GET',
    path: '/api/admin/applications/',
    access: 'staff.members',
    summary: 'The 100 applications that have waited longest for staff or for an answer, and the last ones decided.',
    output: z.object({ open: z.array(Application), openCount: z.number().int(), decided: z.array(Application) }),
  },
  acceptApplication: {
    method: 'POST',
    path: '/api/admin/applications/:applicationId/accept/',
    access: 'staff.members',
    summary: 'Makes an applicant a member. With payment first, they come in once it has arrived.',
    params: ApplicationParams,
    output: Empty,
    errors: ['notFound', 'alreadyDecided', 'memberSuspended'],
  },
  askApplicant: {
    method: 'POST',
    path: '/api/admin/applications/:applicationId/ask/',
    access: 'staff.members',
    summary: 'Mails an applicant a question.',
    params: ApplicationParams,
    body: z.object({ question: ApplicationWords }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
    rate: 'mail',
  },
  declineApplication: {
    method: 'POST',
    path: '/api/admin/applications/:applicationId/decline/',
    access: 'staff.members',
    summary: 'Declines an application and ends its plan. What was paid is credit to give back.',
    params: ApplicationParams,
    body: z.object({ reason: ApplicationWords }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided'],
  },
})
