import { z } from 'zod'
import { AnyDay } from '../days.ts'
import { Id, routes } from '../route.ts'
import { Rehearsal } from './shapes.ts'
import { rehearsalActs, rehearsalMoves, rehearsalWays } from './words.ts'

/** Each order answers with the rehearsal as it then is, and that is what screens show. */
const staff = { access: 'staff.money', output: Rehearsal, keepsAnswers: true } as const

/** A year with one made-up member, played against a stand-in for Stripe and apart from everything real. */
export const rehearsalApi = routes({
  get: {
    ...staff,
    method: 'GET',
    path: '/api/admin/rehearsal/',
    summary: 'The rehearsal as it is now.',
  },
  start: {
    ...staff,
    method: 'POST',
    path: '/api/admin/rehearsal/',
    summary: 'Starts a rehearsal with the plans, reminders and settings of now. One that runs is thrown away.',
    errors: ['rehearsalImpossible'],
  },
  move: {
    ...staff,
    method: 'POST',
    path: '/api/admin/rehearsal/move/',
    summary: 'Moves its clock forward. It answers at once and works on.',
    body: z.object({ by: z.enum(rehearsalMoves), to: AnyDay.nullable().default(null) }),
    errors: ['rehearsalGone', 'rehearsalBusy'],
  },
  act: {
    ...staff,
    method: 'POST',
    path: '/api/admin/rehearsal/act/',
    summary: 'Does one thing as the member or the treasurer. It answers at once and works on.',
    body: z.object({
      act: z.enum(rehearsalActs),
      /** The plan to join with, or to change to. */
      planId: Id.nullable().default(null),
      way: z.enum(rehearsalWays).default('card'),
    }),
    errors: ['rehearsalGone', 'rehearsalBusy'],
  },
  tour: {
    ...staff,
    method: 'POST',
    path: '/api/admin/rehearsal/tour/',
    summary: 'Plays a whole year from where the clock stands; for a member without a plan.',
    errors: ['rehearsalGone', 'rehearsalBusy'],
  },
  stopTour: {
    ...staff,
    method: 'POST',
    path: '/api/admin/rehearsal/tour/stop/',
    summary: 'Stops the tour after the step it is at.',
    errors: ['rehearsalGone'],
  },
  end: {
    ...staff,
    method: 'DELETE',
    path: '/api/admin/rehearsal/',
    summary: 'Ends the rehearsal and throws away all that is in it.',
  },
})
