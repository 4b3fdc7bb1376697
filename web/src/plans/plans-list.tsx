import { Button, Group } from '@mantine/core'
import type { PlanOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { useIncome, usePrice } from './plan-price.ts'
import classes from './plans.module.css'

type MoveProps = { name: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void }

/** Moves something in a list by one place, with the keyboard as well. */
export const OrderButtons = ({ name, isFirst, isLast, onMove }: MoveProps) => {
  const { t } = useTranslation('plans')
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={isFirst}
        onClick={() => onMove(-1)}
        aria-label={t('moveUp', { name })}
      >
        <IconArrowUp size={16} aria-hidden />
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={isLast}
        onClick={() => onMove(1)}
        aria-label={t('moveDown', { name })}
      >
        <IconArrowDown size={16} aria-hidden />
      </Button>
    </Group>
  )
}

/** The ids of a list with one of them moved by a place. */
export const movedIds = (items: readonly { id: number }[], at: number, by: -1 | 1): number[] => {
  const ids = items.map(({ id }) => id)
  const [moved] = ids.splice(at, 1)
  return moved === undefined ? ids : ids.toSpliced(at + by, 0, moved)
}

type Props = {
  plans: readonly PlanOverview[]
  label: string
  /** Left out where the order is none of this list's business. */
  onMove?: (planIds: number[]) => void
}

/** Plans with what they cost, who has them and what they bring in; each a link to its page. */
export const PlansList = ({ plans, label, onMove }: Props) => (
  <ul className={classes.rows} aria-label={label}>
    {plans.map((plan, at) => (
      <li key={plan.id} className={classes.row}>
        <PlanWords plan={plan} />
        {onMove && plans.length > 1 && plan.archivedAt === null ? (
          <OrderButtons
            name={plan.name}
            isFirst={at === 0}
            isLast={plans[at + 1]?.archivedAt !== null}
            onMove={(by) => onMove(movedIds(plans, at, by))}
          />
        ) : null}
      </li>
    ))}
  </ul>
)

const PlanWords = ({ plan }: { plan: PlanOverview }) => {
  const { t } = useTranslation('plans')
  const [price, income, money] = [usePrice(), useIncome(), useMoney()]
  const facts = [
    price(plan),
    ...(plan.joiningFeeCents > 0 ? [t('andJoiningFee', { amount: money(plan.joiningFeeCents, plan.currency) })] : []),
    ...(plan.maxPeople > 1 ? [t('upToPeople', { count: plan.maxPeople })] : []),
  ]
  const use = [t('members', { count: plan.members, formatted: formatNumber(plan.members) }), income(plan.monthly)]
  return (
    <span className={classes.words}>
      <Link to="/manage/plans/$planId" params={{ planId: String(plan.id) }} className={classes.link ?? ''}>
        {plan.name}
      </Link>
      <span className={classes.more}>{facts.join(', ')}</span>
      <span className={classes.more}>{use.filter((part) => part !== '').join(', ')}</span>
      {plan.visible || plan.archivedAt !== null ? null : <Status kind="none">{t('hidden')}</Status>}
      {plan.archivedAt === null ? null : <Status kind="offline">{t('archived')}</Status>}
      {plan.otherPrices > 0 ? (
        <Status kind="info">
          {t('otherPrices', { count: plan.otherPrices, formatted: formatNumber(plan.otherPrices) })}
        </Status>
      ) : null}
    </span>
  )
}
