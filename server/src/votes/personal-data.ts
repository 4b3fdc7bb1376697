import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'

const decisions = {
  title: 'What members decided',
  reason: 'For ever: an association has to be able to show what was decided, and by how many.',
}

export const votePersonalData: PersonalData = {
  tables: {
    motions: {
      exported: { not: 'What staff wrote for everyone.' },
      kept: decisions,
      closing: {
        kept: 'That a member of staff wrote a vote, without a name. Names of candidates stay, as they were written: a record of the association says who stood.',
      },
    },
    motion_roll: {
      exported: { not: 'What the rules for voting say of everyone. Used votes are exported.' },
      kept: decisions,
      closing: { kept: 'That a member could vote, without a name: turnout is measured against it.' },
    },
    vote_marks: {
      exported: 'votes',
      kept: decisions,
      closing: { kept: 'That a vote was used, without a name.' },
    },
    open_votes: {
      exported: 'votes',
      kept: decisions,
      closing: { kept: 'What was voted in an open ballot, without a name: the result is counted from it.' },
    },
    proxy_instructions: {
      exported: 'proxyInstructions',
      kept: { title: 'What proxies were told to vote', reason: 'As long as the meeting is kept.' },
      closing: 'deleted',
    },
  },
  lists: [
    // Votes of a member: what they chose in open ballots; of secret ones, that a vote was used.
    ownQuery(
      'votes',
      (db, memberId) =>
        db
          .selectFrom('vote_marks as v')
          .innerJoin('motions as m', 'm.id', 'v.motion_id')
          .leftJoin('open_votes as o', (on) =>
            on.onRef('o.motion_id', '=', 'v.motion_id').onRef('o.principal_id', '=', 'v.principal_id'),
          )
          .leftJoin('members as c', 'c.id', 'v.caster_id')
          .select(
            columns(
              'm.id, m.title, m.ballot, o.cast_at',
              sql<string | null>`o.choice::text`.as('choice'),
              sql<boolean>`v.caster_id = ${memberId}`.as('castByMe'),
            ),
          )
          .where('v.principal_id', '=', memberId),
      ['id', 'title', 'ballot', 'castByMe', 'choice', 'castAt'],
    ),
    ownQuery('proxyInstructions', (db, memberId) =>
      db
        .selectFrom('proxy_instructions as i')
        .innerJoin('proxies as p', 'p.id', 'i.proxy_id')
        .innerJoin('motions as m', 'm.id', 'i.motion_id')
        .select(columns('i.motion_id as id, i.proxy_id, m.title, i.words'))
        .where('p.member_id', '=', memberId),
    ),
  ],
  erase: async ({ tx }, memberId) => {
    await tx
      .deleteFrom('proxy_instructions')
      .where('proxy_id', 'in', (is) => is.selectFrom('proxies').select('id').where('member_id', '=', memberId))
      .execute()
  },
}
