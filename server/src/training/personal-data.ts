import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { awardNotices, trainingChanged } from './award-facts.ts'

export const trainingRetentions: Retention[] = [
  {
    name: 'quizAttempts',
    title: 'Tries at a quiz',
    table: 'quiz_attempts',
    column: 'at',
    days: 365,
    reason: 'Who failed waits before the next try, and staff see where a course is hard.',
  },
]

export const trainingPersonalData: PersonalData = {
  tables: {
    awards: {
      exported: 'certificates',
      kept: {
        title: 'Certificates',
        reason: 'For ever, ended ones too: after an accident it counts who was trained, when, and who trained them.',
      },
      closing: { kept: 'Who was trained for what; they end, and are without a name.' },
    },
    quiz_attempts: { exported: 'quizAttempts', kept: ['quizAttempts'], closing: 'deleted' },
    certificate_trainers: {
      exported: 'trainerOf',
      kept: { title: 'What a member trains others for', reason: 'Until staff take it away or the account is closed.' },
      closing: 'deleted',
    },
  },
  lists: [
    ownQuery('certificates', (db, memberId) =>
      db
        .selectFrom('awards as a')
        .innerJoin('certificates as c', 'c.id', 'a.certificate_id')
        .select(
          columns(
            'a.id, c.name as certificate, a.at as awardedAt, a.source, a.expires_on, a.used_on, a.ended_at',
            'a.end_kind, a.end_reason',
          ),
        )
        .where('a.member_id', '=', memberId),
    ),
    ownQuery('quizAttempts', (db, memberId) =>
      db
        .selectFrom('quiz_attempts as t')
        .innerJoin('certificates as c', 'c.id', 't.certificate_id')
        .select(columns('t.id, c.name as certificate, t.at, t.percent, t.is_passed as passed'))
        .where('t.member_id', '=', memberId),
    ),
    ownQuery('trainerOf', (db, memberId) =>
      db
        .selectFrom('certificate_trainers as t')
        .innerJoin('certificates as c', 'c.id', 't.certificate_id')
        .select(columns('c.id, c.name as certificate, t.since'))
        .where('t.member_id', '=', memberId),
    ),
  ],
  erase: async ({ tx, now }, memberId) => {
    await tx.deleteFrom('quiz_attempts').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('certificate_trainers').where('member_id', '=', memberId).execute()
    const ended = await tx
      .updateTable('awards')
      .set({ ended_at: now, end_kind: 'closed' })
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute()
    // What staff wrote about the member goes with the account.
    await tx.updateTable('awards').set({ end_reason: null }).where('member_id', '=', memberId).execute()
    return { data: { certificates: ended.length }, tell: [...awardNotices([memberId]), ...trainingChanged] }
  },
}
