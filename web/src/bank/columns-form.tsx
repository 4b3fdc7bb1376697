import { Group, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { CsvColumns, type CsvQuestion, type StatementFileContent } from '@spacekeeper/contract/bank/shapes.ts'
import { dateOrders } from '@spacekeeper/contract/bank/words.ts'
import { useState } from 'react'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './bank.module.css'

type Props = {
  question: CsvQuestion
  /** Its days as they were understood, to see whether day and month are the right way round. */
  read: Pick<StatementFileContent, 'sample' | 'isAhead' | 'isOld'>
  isBusy: boolean
  onChoose: (columns: CsvColumns) => void
  onClose: () => void
}

type ColumnName = 'date' | 'amount' | 'moneyIn' | 'moneyOut' | 'direction' | 'name' | 'account' | 'bankReference'

/** Which columns of a CSV file mean what, with the file's first lines above. */
export const ColumnsForm = ({ question, read: found, isBusy, onChoose, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const { columns: read } = question
  const [columns, setColumns] = useState(read)
  const change = (part: Partial<CsvColumns>) => setColumns((now) => ({ ...now, ...part }))
  const options = useColumnOptions(question, columns)
  const select = (name: ColumnName, label: string) => (
    <ColumnField
      label={label}
      options={options}
      at={columns[name]}
      {...requiredBy(CsvColumns, { ...columns, ownAccount: '-', [name]: null })}
      onChange={(at) => change({ [name]: at })}
    />
  )
  const isTwo = columns.moneyIn !== null
  const firstDay = found.sample[0]?.bookedOn ?? null
  const isAsRead = firstDay !== null && columns.date === read.date && columns.dateOrder === read.dateOrder
  return (
    <Stack gap="md">
      <Stack gap={0}>
        <Text fw={600}>{t('columnsTitle')}</Text>
        <Text size="sm">{t(question.isKnown ? 'columnsKnown' : 'columnsHint')}</Text>
      </Stack>
      <FileTable question={question} />
      <RequiredMarks mb={0} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {select('date', t('columnDate'))}
        <Select
          label={t('columnDateOrder')}
          description={isAsRead ? t('columnFirstDay', { day: formatCalendarDay(firstDay) }) : null}
          data={dateOrders.map((value) => ({ value, label: t(`order${value}`) }))}
          value={columns.dateOrder}
          onChange={(value) => change({ dateOrder: dateOrders.find((order) => order === value) ?? columns.dateOrder })}
          allowDeselect={false}
        />
        <AmountKind
          isTwo={isTwo}
          onChange={(two) =>
            change(
              two
                ? { moneyIn: columns.amount ?? 0, amount: null, direction: null }
                : { amount: columns.moneyIn ?? 0, moneyIn: null, moneyOut: null },
            )
          }
        />
        <Select
          label={t('columnDecimal')}
          data={[
            { value: '.', label: t('decimalPoint') },
            { value: ',', label: t('decimalComma') },
          ]}
          value={columns.decimal}
          onChange={(value) => change({ decimal: value === ',' ? ',' : '.' })}
          allowDeselect={false}
        />
        {isTwo ? select('moneyIn', t('columnIn')) : select('amount', t('columnAmount'))}
        {isTwo ? select('moneyOut', t('columnOut')) : select('direction', t('columnDirection'))}
        {select('name', t('columnName'))}
        {select('account', t('columnAccount'))}
        <ColumnField
          label={t('columnText')}
          options={options}
          at={columns.text[0] ?? null}
          onChange={(at) => change({ text: at === null ? [] : [at, ...columns.text.slice(1)] })}
        />
        {select('bankReference', t('columnReference'))}
        <FileFields columns={columns} onChange={change} />
      </SimpleGrid>
      {isAsRead ? <DayWarnings {...found} /> : null}
      <DialogButtons action={t('saveColumns')} isBusy={isBusy} onClick={() => onChoose(columns)} onClose={onClose} />
    </Stack>
  )
}

/** Days that a statement has no reason to have. */
export const DayWarnings = ({ isAhead, isOld }: Pick<StatementFileContent, 'isAhead' | 'isOld'>) => {
  const { t } = useTranslation('bank')
  return (
    <>
      {isAhead ? <Status kind="warning">{t('previewAhead')}</Status> : null}
      {isOld ? <Status kind="warning">{t('previewOld')}</Status> : null}
    </>
  )
}

type FileFieldsProps = { columns: CsvColumns; onChange: (part: Partial<CsvColumns>) => void }

/** Fields for the file as a whole. */
const FileFields = ({ columns, onChange }: FileFieldsProps) => {
  const { t } = useTranslation('bank')
  return (
    <>
      <NumberInput
        // Unmarked: an empty one is the first line.
        label={t('columnFirst')}
        min={1}
        max={101}
        value={columns.firstLine + 1}
        onChange={(value) => onChange({ firstLine: Math.max(0, Math.min(100, Number(value) - 1)) })}
      />
      <TextInput
        label={t('columnOwn')}
        {...requiredBy(CsvColumns.shape.ownAccount)}
        value={columns.ownAccount}
        onChange={(event) => onChange({ ownAccount: event.currentTarget.value })}
        maxLength={60}
      />
    </>
  )
}

/** Every column of the file, by its head or by what stands in it. */
const useColumnOptions = (question: CsvQuestion, { firstLine }: CsvColumns) => {
  const { t } = useTranslation('bank')
  const [head, data] = [question.rows[firstLine - 1], question.rows[firstLine]]
  const width = Math.max(...question.rows.map((row) => row.length))
  return Array.from({ length: width }, (_, at) => ({
    value: String(at),
    label: t('columnNumber', { number: at + 1, sample: head?.[at] || data?.[at] || '' }),
  }))
}

type ColumnFieldProps = {
  label: string
  options: { value: string; label: string }[]
  at: number | null
  required?: boolean
  onChange: (at: number | null) => void
}

const ColumnField = ({ label, options, at, onChange, ...field }: ColumnFieldProps) => {
  const { t } = useTranslation('bank')
  return (
    <Select
      {...field}
      label={label}
      data={options}
      value={at === null ? null : String(at)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      placeholder={t('columnNone')}
      clearable={!field.required}
      allowDeselect={!field.required}
    />
  )
}

const AmountKind = ({ isTwo, onChange }: { isTwo: boolean; onChange: (isTwo: boolean) => void }) => {
  const { t } = useTranslation('bank')
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500} aria-hidden>
        {t('amountKinds')}
      </Text>
      <SegmentedControl
        aria-label={t('amountKinds')}
        value={isTwo ? 'two' : 'one'}
        onChange={(value) => onChange(value === 'two')}
        data={[
          { value: 'one', label: t('amountOne') },
          { value: 'two', label: t('amountTwo') },
        ]}
      />
    </Stack>
  )
}

const FileTable = ({ question }: { question: CsvQuestion }) => {
  const { t } = useTranslation('bank')
  return (
    <Group className={classes.sample ?? ''} role="region" aria-label={t('previewFirst')} tabIndex={0} wrap="nowrap">
      <Table fz="xs" withColumnBorders>
        <Table.Tbody>
          {question.rows.slice(0, 8).map((row, line) => (
            <Table.Tr key={`${line} ${row.join('|')}`}>
              {row.map((cell, at) => (
                <Table.Td key={`${at} ${cell}`}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Group>
  )
}
