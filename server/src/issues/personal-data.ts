import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { issuesChanged } from './notices.ts'

export const issueRetentions: Retention[] = [
  {
    name: 'issuePhotos',
    title: 'Photos of issue reports that are done',
    table: 'issue_pictures',
    setting: 'KEEP_ISSUE_PHOTOS_DAYS',
    remove: async ({ tx }, { before, most }) => {
      const { numAffectedRows } = await sql`
        delete from issue_pictures where id = any(array(
          select p.id from issue_pictures p join issue_reports r on r.id = p.report_id
          where r.done_at < ${before} limit ${most} for update of p skip locked))`.execute(tx)
      return Number(numAffectedRows ?? 0)
    },
  },
  {
    name: 'looseIssuePhotos',
    title: 'Photos that no issue report names',
    table: 'issue_pictures',
    column: 'added_at',
    where: sql<boolean>`report_id is null`,
    days: 1,
    reason: 'Photos are added before the report is sent. Some reports never are.',
  },
]

const history = {
  title: 'Issue reports and their history',
  reason: 'As long as the portal has the device: who repairs it next needs to know what was wrong before.',
}

export const issuesPersonalData: PersonalData = {
  tables: {
    issue_reports: {
      exported: 'issueReports',
      kept: history,
      closing: { kept: 'What was reported of devices; without a name.' },
    },
    issue_entries: {
      exported: 'issueHistory',
      kept: history,
      closing: { kept: 'What was done about a report; without a name.' },
    },
    issue_pictures: {
      exported: 'issuePhotos',
      kept: ['issuePhotos', 'looseIssuePhotos'],
      closing: { kept: 'Photos of what was broken, for as long as any; without a name.' },
    },
    issue_followers: { exported: 'followedIssues', kept: history, closing: 'deleted' },
  },
  lists: [
    ownQuery(
      'issueReports',
      (db, memberId) =>
        db
          .selectFrom('issue_reports as r')
          .leftJoin('devices as d', 'd.id', 'r.device_id')
          .select(
            columns(
              'r.id, r.reported_at, r.title, r.description, r.is_unsafe as unsafe, r.state, r.done_at',
              sql<string>`coalesce(d.name, r.area)`.as('where'),
            ),
          )
          .where('r.reporter_id', '=', memberId),
      ['id', 'reportedAt', 'title', 'description', 'where', 'unsafe', 'state', 'doneAt'],
    ),
    ownQuery('followedIssues', (db, memberId) =>
      db
        .selectFrom('issue_followers as f')
        .innerJoin('issue_reports as r', 'r.id', 'f.report_id')
        .select(columns('r.id, f.since, r.title'))
        .where('f.member_id', '=', memberId),
    ),
    // Answers staff wrote to the member's reports, and what the member wrote as staff.
    ownQuery('issueHistory', (db, memberId) =>
      db
        .selectFrom('issue_entries as e')
        .innerJoin('issue_reports as r', 'r.id', 'e.report_id')
        .select(columns('e.id, e.at, r.title as report, e.kind, e.text'))
        .where((is) =>
          is.or([
            is('e.member_id', '=', memberId),
            is.and([is('r.reporter_id', '=', memberId), is('e.kind', '=', 'reply')]),
          ]),
        ),
    ),
    ownQuery('issuePhotos', (db, memberId) =>
      db
        .selectFrom('issue_pictures as p')
        .leftJoin('issue_reports as r', 'r.id', 'p.report_id')
        .select(columns('p.id, p.added_at, r.title as report, p.width, p.height'))
        .where('p.member_id', '=', memberId),
    ),
  ],
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('issue_followers').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('issue_pictures').where('member_id', '=', memberId).where('report_id', 'is', null).execute()
    // What is not done needs an owner who is there.
    await tx
      .updateTable('issue_reports')
      .set({ owner_id: null })
      .where('owner_id', '=', memberId)
      .where('state', '!=', 'done')
      .execute()
    const reports = await tx.selectFrom('issue_reports').select('id').where('reporter_id', '=', memberId).execute()
    // What staff answered the member goes with the account.
    await tx
      .deleteFrom('issue_entries')
      .where('kind', '=', 'reply')
      .where('report_id', 'in', (is) => is.selectFrom('issue_reports').select('id').where('reporter_id', '=', memberId))
      .execute()
    return { data: { issueReports: reports.length }, tell: issuesChanged }
  },
}
