export interface ScriptTurn {
  readonly text?: string | undefined;
  readonly tools?:
    | readonly {
        readonly name: string;
        readonly input: Readonly<Record<string, unknown>>;
        readonly id?: string | undefined;
      }[]
    | undefined;
  readonly stop_reason?: string | undefined;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
}

export interface ScriptStep {
  readonly prompt?: string | undefined;
  readonly compact?: boolean | string | undefined;
  readonly clear?: boolean | undefined;
  readonly notify?:
    | { readonly message: string; readonly type: string; readonly title?: string | undefined }
    | undefined;
  readonly phase?: string | undefined;
}

export interface ScriptTeam {
  readonly name: string;
  readonly tasks: readonly { readonly subject: string; readonly description?: string | undefined }[];
  readonly teammates: Readonly<Record<string, readonly ScriptTurn[]>>;
}

export interface Script {
  readonly prompt: string;
  readonly agent?: string | undefined;
  readonly orchestrator?: string | undefined;
  readonly setup?: 'init' | 'maintenance' | undefined;
  readonly compactAt?: number | undefined;
  readonly approve?: boolean | readonly boolean[] | undefined;
  readonly turns: readonly ScriptTurn[];
  readonly subagents: Readonly<Record<string, readonly ScriptTurn[]>>;
  readonly team?: ScriptTeam | undefined;
  readonly steps: readonly ScriptStep[];
}
