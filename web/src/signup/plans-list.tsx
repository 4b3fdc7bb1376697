import { Button, Card, Text, Title } from '@mantine/core'
import type { OfferedPlan } from '@spacekeeper/contract/signup/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { useOfferedPrice } from './plan-words.ts'
import classes from './signup.module.css'

type Props = { plans: readonly OfferedPlan[]; onSelect: (plan: OfferedPlan) => void }

/** How a tier can be paid for: every plan of it. */
export const OfferedPlansList = ({ plans, onSelect }: Props) => {
  const { t } = useTranslation('signup')
  const price = useOfferedPrice()
  const money = useMoney()
  return (
    <ul className={classes.choices}>
      {plans.map((plan) => (
        <Card component="li" key={plan.id}>
          <div className={classes.choice}>
            <div className={classes.words}>
              <Title order={3}>{plan.name}</Title>
              <Text className={classes.price ?? ''}>{price(plan)}</Text>
              {plan.joiningFeeCents > 0 ? (
                <Text size="sm" c="dimmed">
                  {t('joiningFee', { amount: money(plan.joiningFeeCents, plan.currency) })}
                </Text>
              ) : null}
              {plan.maxPeople > 1 ? (
                <Text size="sm" c="dimmed">
                  {t('people', { count: plan.maxPeople })}
                </Text>
              ) : null}
            </div>
            <Button onClick={() => onSelect(plan)} aria-label={t('selectOf', { name: plan.name })}>
              {t('select')}
            </Button>
          </div>
        </Card>
      ))}
    </ul>
  )
}
