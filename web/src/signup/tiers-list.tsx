import { Button, Card, Text, Title } from '@mantine/core'
import type { OfferedTier } from '@spacekeeper/contract/signup/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { cheapestOf, useOfferedPrice } from './plan-words.ts'
import classes from './signup.module.css'

type Props = { tiers: readonly OfferedTier[]; onSelect: (tier: OfferedTier) => void }

/** What a newcomer can become, each with its cheapest plan. */
export const TiersList = ({ tiers, onSelect }: Props) => {
  const { t } = useTranslation('signup')
  const price = useOfferedPrice()
  return (
    <ul className={classes.choices}>
      {tiers.map((tier) => {
        const cheapest = cheapestOf(tier.plans)
        return (
          <Card component="li" key={tier.id}>
            <div className={classes.choice}>
              <div className={classes.words}>
                {tier.featured ? <Status kind="info">{t('featured')}</Status> : null}
                <Title order={3}>{tier.name}</Title>
                {tier.description ? (
                  <Text c="dimmed" style={{ whiteSpace: 'pre-line' }}>
                    {tier.description}
                  </Text>
                ) : null}
                {cheapest ? (
                  <Text className={classes.price ?? ''}>
                    {tier.plans.length > 1 ? t('from', { price: price(cheapest) }) : price(cheapest)}
                  </Text>
                ) : null}
              </div>
              <Button onClick={() => onSelect(tier)} aria-label={t('selectOf', { name: tier.name })}>
                {t('select')}
              </Button>
            </div>
          </Card>
        )
      })}
    </ul>
  )
}
