"""Stub of short reasons."""
from .minimal import shrink
from .sets import *
class Reasons:
    def __init__(self, scope, known, wanted):
        self.scope, self.known, self._wanted = scope, known, {abs(l): l for l in wanted}
        self.oracle=scope.oracle
        self._pool={}
    @property
    def wanted(self): return list(self._wanted.values())
    def short(self, *marks):
        marks = marks or [*self._wanted]
        best=None
        order=sorted(marks)
        for radius in (1,2,3,1000):
            got=[]
            for m in order:
                l=self._wanted[m]
                key=(m,radius)
                near=self.scope.about.near(self.scope.cells[m], radius)
                core=self.oracle.core([*self.known.literals,-l],[-s for s in near], bounded=radius<1000)
                if core is not None:
                    got.append((l,core))
                    if len(got)>=4: break
            if got:
                res=[(shrink(c, lambda rest: self.oracle.core([*self.known.literals,-l], rest, bounded=True)),l) for l,c in got]
                c,l=min(res,key=lambda x:len(x[0]))
                return l, Sentences.of(abs(x) for x in c)
    def uses(self, sentences, found):
        fixed=[-found[0], *(-s for s in sentences)]
        core=self.oracle.core(fixed, self.known.literals)
        return Known.of(shrink(core or [], lambda rest: self.oracle.core(fixed, rest, bounded=True)))
    def learn(self, found):
        self.known |= found
        for m in found.marks: self._wanted.pop(m,None)
