import { useState } from 'react'
import { Card, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Access, AccessItem } from '@spacekeeper/contract/doors.ts'
import { LeaveDialog } from '#platform/form/leave-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { AccessChangesCard } from './access-changes-card.tsx'
import type { FailedChange, GrantChange } from './api.ts'
import { GrantRow, MachineRow } from './grant-row.tsx'
import classes from './member-access-form.module.css'

type Wanted = ReadonlyMap<number, boolean>

/** Changes wait here until they are saved. One that came true by other hands is no change any more. */
const useGrants = ({ access, name, onSave }: Props) => {
  const { t } = useTranslation('members')
  const [wanted, setWanted] = useState<Wanted>(new Map())
  const [failures, setFailures] = useState<readonly FailedChange[]>([])
  const [isBusy, setBusy] = useState(false)

  const wantedOf = (door: AccessItem) => wanted.get(door.id) ?? door.granted
  const changes = access.doors.filter((door) => wantedOf(door) !== door.granted)

  const save = async () => {
    if (isBusy) return
    setBusy(true)
    const asked = changes.map((door) => ({ doorId: door.id, isGranted: wantedOf(door) }))
    const failed = await onSave(asked)
    const left = new Set(failed.map(({ doorId }) => doorId))
    setWanted((before) => new Map([...before].filter(([doorId]) => left.has(doorId))))
    setFailures(failed)
    setBusy(false)
    const count = asked.length - failed.length
    if (count > 0) notify.done({ text: t('saved', { count, name }) })
  }

  return {
    wantedOf,
    isBusy,
    save: () => void save(),
    pending: changes.map((door) => ({ door, isGranted: wantedOf(door) })),
    failures: failures.filter(({ doorId }) => changes.some(({ id }) => id === doorId)),
    toggle: (doorId: number, isGranted: boolean) => {
      setWanted((before) => new Map(before).set(doorId, isGranted))
      setFailures((before) => before.filter((failure) => failure.doorId !== doorId))
    },
    undo: () => {
      setWanted(new Map())
      setFailures([])
    },
  }
}

type Props = {
  access: Access
  name: string
  /** Answers with the changes that could not be made. */
  onSave: (changes: GrantChange[]) => Promise<FailedChange[]>
}

/** What a member may open: a switch for each grant, what they will mean, and one button that makes it so. */
export const MemberAccessForm = (props: Props) => {
  const { access, name } = props
  const { t } = useTranslation('members')
  const grants = useGrants(props)
  const { doors, interlocks } = access
  const failureOf = (doorId: number) => grants.failures.find((failure) => failure.doorId === doorId)?.error

  return (
    <div className={classes.columns}>
      <Card padding={0} className={classes.lists}>
        <div className={classes.pair} data-two={interlocks.length > 0 || undefined}>
          <section aria-labelledby="doors-of-member">
            <ListHead id="doors-of-member" title={t('doors')} items={doors.map(grants.wantedOf)} />
            <ul className={classes.rows}>
              {doors.map((door) => (
                <GrantRow
                  key={door.id}
                  door={door}
                  wanted={grants.wantedOf(door)}
                  error={failureOf(door.id)}
                  isBusy={grants.isBusy}
                  onChange={(isGranted) => grants.toggle(door.id, isGranted)}
                />
              ))}
            </ul>
          </section>
          {interlocks.length > 0 ? (
            <section aria-labelledby="machines-of-member">
              <ListHead
                id="machines-of-member"
                title={t('machines')}
                items={interlocks.map(({ granted }) => granted)}
              />
              <ul className={classes.rows}>
                {interlocks.map((machine) => (
                  <MachineRow key={machine.id} machine={machine} />
                ))}
              </ul>
            </section>
          ) : null}
        </div>
        <Text size="sm" c="dimmed" className={classes.note}>
          {t('grantMeaning', { name })} {interlocks.length > 0 ? t('machinesReadOnly') : null}
        </Text>
      </Card>
      <div className={classes.side}>
        <AccessChangesCard
          changes={grants.pending}
          name={name}
          failed={grants.failures.length}
          isBusy={grants.isBusy}
          onSave={grants.save}
          onUndo={grants.undo}
        />
      </div>
      <LeaveDialog
        mustAsk={() => grants.pending.length > 0}
        hasUnsaved={() => grants.pending.length > 0}
        title={t('leaveTitle')}
        text={t('leaveText', { count: grants.pending.length, name })}
      />
    </div>
  )
}

const ListHead = ({ id, title, items }: { id: string; title: string; items: boolean[] }) => {
  const { t } = useTranslation('members')
  return (
    <Group justify="space-between" className={classes.head}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {t('granted', { granted: items.filter(Boolean).length, total: items.length })}
      </Text>
    </Group>
  )
}
