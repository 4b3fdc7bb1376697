import { Stack } from '@mantine/core'
import { DetailHistoryCard } from './detail-history-card.tsx'
import { MemberLogCard } from './member-log-card.tsx'
import { VisitYearCard } from './visit-year-card.tsx'
import classes from './audits.module.css'

type Props = { memberId: number; name: string; hasDeeds: boolean }

/** The log of a member: the stream, and beside it his year and what his details were. */
export const MemberLogSheet = (props: Props) => (
  <div className={classes.columns}>
    <MemberLogCard {...props} />
    <Stack gap="md">
      <VisitYearCard memberId={props.memberId} />
      <DetailHistoryCard memberId={props.memberId} />
    </Stack>
  </div>
)
