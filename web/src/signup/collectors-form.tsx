import { Button, Group, Radio, Stack } from '@mantine/core'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import { useState } from 'react'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = { collectors: readonly Collector[]; onBack: () => void; onSelect: (collector: Collector) => void }

/** How the dues are paid. */
export const CollectorsForm = ({ collectors, onBack, onSelect }: Props) => {
  const { t } = useTranslation('signup')
  const [chosen, setChosen] = useState<Collector | undefined>(collectors[0])
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) onSelect(chosen)
      }}
    >
      <Stack gap="md">
        <Radio.Group
          {...requiredBy(signupApi.choosePlan.body.shape.collector)}
          value={chosen ?? ''}
          onChange={(value) => setChosen(collectors.find((way) => way === value))}
          label={t('collectorHeading')}
        >
          <Stack gap="sm" mt="xs">
            {collectors.map((way) => (
              <Radio key={way} value={way} label={t(`collector_${way}`)} description={t(`collectorHint_${way}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" disabled={!chosen}>
            {t('next')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
