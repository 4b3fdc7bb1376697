import { Button, Stack } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import type { FoundName } from '@spacekeeper/contract/visitors/shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { hereQuery, signOutHere } from './api.ts'
import { VisitorNamePicker } from './name-picker.tsx'

/** At a kiosk: a visitor finds their name and signs out. */
export const LeavingSheet = ({ onLeft }: { onLeft: () => void }) => {
  const { t } = useTranslation('visitors')
  const [chosen, setChosen] = useState<FoundName | null>(null)
  const leaving = useMutation({ mutationFn: (visitorId: number) => signOutHere({ visitorId }), onSuccess: onLeft })
  return (
    <Stack gap="md">
      <RequiredMarks mb={0} />
      <VisitorNamePicker
        label={t('leaveName')}
        {...requiredBy(Id)}
        hint={t('leaveHint')}
        none={t('leaveNone')}
        search={hereQuery}
        chosen={chosen}
        onChoose={setChosen}
      />
      {leaving.error ? <FormError>{errorText(leaving.error)}</FormError> : null}
      <Button
        disabled={chosen === null}
        loading={leaving.isPending}
        onClick={() => (chosen ? leaving.mutate(chosen.id) : undefined)}
      >
        {t('leaveAction')}
      </Button>
    </Stack>
  )
}
