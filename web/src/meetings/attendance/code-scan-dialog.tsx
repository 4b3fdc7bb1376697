import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { attendanceApi } from '@spacekeeper/contract/meetings/attendance-routes.ts'
import { type SyntheticEvent, useRef, useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { recordArrival } from './api.ts'
import { StaffOutcome } from './check-in-outcome-row.tsx'
import { useCamera } from './qr-camera.ts'
import classes from './attendance.module.css'

type Props = { meetingId: number; onClose: () => void }

/** Ticks the members whose digital IDs are held before the camera, or before a scanner that types. */
export const CodeScanDialog = ({ meetingId, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  const last = useRef('')
  const arrival = useMutation({
    mutationFn: (code: string) => recordArrival({ meetingId, code }),
    onSettled: refreshOnRefusal('meetings'),
  })
  // A code stays before the camera for a moment and is read again and again.
  const hear = (code: string) => {
    if (code === last.current || arrival.isPending) return
    last.current = code
    arrival.mutate(code)
  }
  const { video, state } = useCamera(hear)
  return (
    <BasicDialog title={t('scanTitle')} onClose={onClose}>
      <Stack gap="sm">
        {state === 'none' || state === 'denied' ? (
          <Text size="sm">{t(state === 'none' ? 'scanNoCamera' : 'scanDenied')}</Text>
        ) : (
          <>
            <Text size="sm">{t('scanHint')}</Text>
            <video ref={video} className={classes.video} aria-label={t('scanVideo')} muted playsInline />
          </>
        )}
        <div aria-live="polite">
          {arrival.data ? <StaffOutcome outcome={arrival.data} /> : null}
          {arrival.error ? (
            <FormError>{fieldErrors(arrival.error)['code'] ?? errorText(arrival.error)}</FormError>
          ) : null}
        </div>
        <TypedCode isBusy={arrival.isPending} onCode={(code) => arrival.mutate(code)} />
      </Stack>
    </BasicDialog>
  )
}

const TypedCode = ({ isBusy, onCode }: { isBusy: boolean; onCode: (code: string) => void }) => {
  const { t } = useTranslation('meetings')
  const [typed, setTyped] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = typed.trim()
    if (code === '' || isBusy) return
    setTyped('')
    onCode(code)
  }
  return (
    <Form onSubmit={submit}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('scanField')}
          {...requiredBy(attendanceApi.recordArrival.body.shape.code)}
          value={typed}
          autoComplete="off"
          maxLength={500}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={typed.trim() === ''}>
          {t('scanCheck')}
        </Button>
      </Group>
    </Form>
  )
}
