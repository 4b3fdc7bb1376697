import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AttendeeCandidate } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { attendeesQuery, recordArrival } from './api.ts'
import { StaffOutcome } from './check-in-outcome-row.tsx'
import { CodeScanDialog } from './code-scan-dialog.tsx'
import classes from './attendance.module.css'

const typingMs = 200

/** Ticking members by name, in one tap, or by the code of their digital ID. */
export const CheckInCard = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), typingMs)
  const { data } = useQuery(attendeesQuery(meetingId, text))
  const arrival = useMutation({
    mutationFn: (memberId: number) => recordArrival({ meetingId, memberId }),
    onSettled: refreshOnRefusal('meetings'),
  })
  // The next name can be typed at once.
  const clear = () => {
    setTyped('')
    field.current?.focus()
  }
  const found = text.length >= 2 ? data?.members : undefined
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={3} size="h4">
            {t('findHeading')}
          </Title>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconQrcode size={16} aria-hidden />}
            onClick={() => setScanning(true)}
          >
            {t('scanAction')}
          </Button>
        </Group>
        <TextInput
          ref={field}
          type="search"
          label={t('findLabel')}
          description={t('findHint')}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div aria-live="polite">
          {arrival.data ? <StaffOutcome outcome={arrival.data} /> : null}
          {arrival.error ? <FormError>{errorText(arrival.error)}</FormError> : null}
        </div>
        {found ? (
          <Candidates people={found} onTick={({ memberId }) => arrival.mutate(memberId, { onSuccess: clear })} />
        ) : null}
      </Stack>
      {isScanning ? <CodeScanDialog meetingId={meetingId} onClose={() => setScanning(false)} /> : null}
    </Card>
  )
}

type CandidatesProps = { people: readonly AttendeeCandidate[]; onTick: (person: AttendeeCandidate) => void }

const Candidates = ({ people, onTick }: CandidatesProps) => {
  const { t } = useTranslation('meetings')
  if (people.length === 0) return <Text c="dimmed">{t('findNone')}</Text>
  return (
    <ul className={classes.list} aria-label={t('findHeading')}>
      {people.map((person) => (
        <li key={person.memberId} className={classes.row}>
          <span className={classes.who}>
            <span>{person.name}</span>
            {person.isOnRoll ? null : <span className={classes.facts}>{t('findGuest')}</span>}
          </span>
          {person.isHere ? (
            <Status kind="good">{t('findHere')}</Status>
          ) : (
            <Button size="sm" aria-label={t('tickOf', { name: person.name })} onClick={() => onTick(person)}>
              {t('tick')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
