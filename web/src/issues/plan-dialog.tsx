import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { MaintenanceDetails, type MaintenancePlan } from '@spacekeeper/contract/issues/shapes.ts'
import { maintenanceUnits } from '@spacekeeper/contract/issues/words.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addPlan, changePlan } from './api.ts'
import { unitWords } from './words.ts'

const TypedPlan = z.object({
  ...MaintenanceDetails.shape,
  every: z
    .string()
    .transform((typed) => (typed.trim() === '' ? Number.NaN : Number(typed)))
    .pipe(MaintenanceDetails.shape.every),
})

type Props = { deviceId: number; hasHours: boolean; plan: MaintenancePlan | null; onClose: () => void }

/** Adds maintenance to a device, or changes it. */
export const MaintenanceDialog = ({ deviceId, hasHours, plan, onClose }: Props) => {
  const { t } = useTranslation('issues')
  const units = maintenanceUnits.filter((unit) => hasHours || unit !== 'hours')
  return (
    <FormDialog
      title={plan ? t('changePlanOf', { title: plan.title }) : t('addPlan')}
      action={t(plan ? 'saveWork' : 'addPlan')}
      initial={{
        title: plan?.title ?? '',
        instructions: plan?.instructions ?? '',
        every: plan ? String(plan.every) : '',
        unit: plan?.unit ?? units[0] ?? 'days',
      }}
      schema={TypedPlan}
      submit={async (details) => {
        if (plan) await changePlan({ planId: plan.id, ...details })
        else await addPlan({ deviceId, ...details })
        notify.done({ text: t('planSaved') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput
            {...field('title')}
            label={t('planTitle')}
            description={t('planTitleHint')}
            autoComplete="off"
            data-autofocus
          />
          <Textarea
            {...field('instructions')}
            label={t('planInstructions')}
            description={t('planInstructionsHint')}
            rows={4}
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput {...field('every')} label={t('planEvery')} inputMode="numeric" autoComplete="off" />
            <NativeSelect
              {...field('unit')}
              label={t('planUnit')}
              data={units.map((value) => ({ value, label: t(unitWords[value]) }))}
            />
          </Group>
        </>
      )}
    </FormDialog>
  )
}
