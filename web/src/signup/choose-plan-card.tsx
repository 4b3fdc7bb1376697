import { Button, Group, Stack, Title } from '@mantine/core'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import type { OfferedPlan, OfferedTier } from '@spacekeeper/contract/signup/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { tiersQuery } from './api.ts'
import { CollectorsForm } from './collectors-form.tsx'
import { ConfirmPlanCard } from './confirm-plan-card.tsx'
import { OfferedPlansList } from './plans-list.tsx'
import { TiersList } from './tiers-list.tsx'

/** What was chosen so far. It lives on this screen only: nothing is agreed before it is confirmed. */
type ChoiceSoFar = { tier?: OfferedTier; plan?: OfferedPlan; collector?: Collector }

/** A tier, a plan of it, how to pay, and then the exact amounts: each a small screen of its own. */
export const ChoosePlanCard = ({ onTaken }: { onTaken: () => void }) => {
  const { t } = useTranslation('signup')
  const query = useQuery(tiersQuery)
  const [choice, setChoice] = useState<ChoiceSoFar>({})
  const { tier, plan, collector } = choice
  const pickPlan = (of: OfferedTier, chosen: OfferedPlan) => {
    const [only, ...others] = chosen.collectors
    setChoice({ tier: of, plan: chosen, ...(only && others.length === 0 && { collector: only }) })
  }
  const backFromPlan = () => setChoice(tier && tier.plans.length > 1 ? { tier } : {})
  if (tier && plan && collector) {
    const back = () => (plan.collectors.length > 1 ? setChoice({ tier, plan }) : backFromPlan())
    return <ConfirmPlanCard tier={tier} plan={plan} collector={collector} onBack={back} onTaken={onTaken} />
  }
  if (tier && plan) {
    return (
      <CollectorsForm
        collectors={plan.collectors}
        onBack={backFromPlan}
        onSelect={(way) => setChoice({ tier, plan, collector: way })}
      />
    )
  }
  if (tier) {
    return (
      <Stack gap="md">
        <Title order={2}>{t('plansHeading')}</Title>
        <OfferedPlansList plans={tier.plans} onSelect={(chosen) => pickPlan(tier, chosen)} />
        <Group>
          <Button variant="default" onClick={() => setChoice({})}>
            {t('back')}
          </Button>
        </Group>
      </Stack>
    )
  }
  const pickTier = (chosen: OfferedTier) => {
    const [only, ...others] = chosen.plans
    if (only && others.length === 0) pickPlan(chosen, only)
    else setChoice({ tier: chosen })
  }
  return (
    <Page
      query={query}
      isEmpty={(tiers) => tiers.length === 0}
      empty={<Empty title={t('noTiersTitle')} text={t('noTiersText')} />}
    >
      {(tiers) => (
        <Stack gap="md">
          <Title order={2}>{t('tiersHeading')}</Title>
          <TiersList tiers={tiers} onSelect={pickTier} />
        </Stack>
      )}
    </Page>
  )
}
