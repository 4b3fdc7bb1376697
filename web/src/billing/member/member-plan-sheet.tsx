import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { MemberChargesCard, MemberPaymentsCard } from './member-charges-card.tsx'
import { MemberPlanCard } from './member-plan-card.tsx'
import { MemberStartDialog } from './member-start-dialog.tsx'
import { memberPlanQuery } from './plan-api.ts'
import classes from './plan.module.css'

type Props = {
  memberId: number
  name: string
  /** Stands below the plan. */
  children?: ReactNode
}

/** The plan of a member with charges and payments, for staff who look after money. */
export const MemberPlanSheet = ({ memberId, name, children }: Props) => {
  const query = useQuery(memberPlanQuery(memberId))
  const viewer = useProfile()
  const mayChange = viewer?.admin === true || viewer?.id !== memberId
  return (
    <Page query={query} skeleton={<RowsSkeleton rows={5} />}>
      {(plan) => (
        <div className={classes.columns}>
          <Stack gap="md">
            {plan.subscription ? (
              <MemberPlanCard
                memberId={memberId}
                name={name}
                plan={plan}
                subscription={plan.subscription}
                mayChange={mayChange}
              />
            ) : (
              <NoPlanCard memberId={memberId} name={name} paidBy={plan.paidBy} mayChange={mayChange} />
            )}
            {children}
          </Stack>
          <Stack gap="md">
            <MemberChargesCard charges={plan.charges} today={plan.today} mayChange={mayChange} />
            <MemberPaymentsCard memberId={memberId} payments={plan.payments} />
          </Stack>
        </div>
      )}
    </Page>
  )
}

type NoPlanProps = Pick<Props, 'memberId' | 'name'> & {
  paidBy: { payer: string; plan: string } | null
  mayChange: boolean
}

const NoPlanCard = ({ memberId, name, paidBy, mayChange }: NoPlanProps) => {
  const { t } = useTranslation('billing')
  const [isStarting, setStarting] = useState(false)
  return (
    <>
      <Empty
        title={t('staffNoPlanTitle')}
        text={paidBy ? t('staffPaidBy', { name, ...paidBy }) : t('staffNoPlanText', { name })}
        action={mayChange && !paidBy ? <Button onClick={() => setStarting(true)}>{t('staffStart')}</Button> : null}
      />
      {isStarting ? <MemberStartDialog memberId={memberId} name={name} onClose={() => setStarting(false)} /> : null}
    </>
  )
}
